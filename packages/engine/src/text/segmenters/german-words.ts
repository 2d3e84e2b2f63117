// Common words that German compounds are made of, lowercase. Ours, short, and meant to grow.

const WORDS = `
  abend apfel arbeit auto bahn bahnhof ball bau bauer baum berg bett bier bild blatt blume boden brief brot bruder brücke
  buch burg dach dorf eis eisen fahrer fahrrad fahrt familie farbe feld fenster feuer film fisch flasche fleisch flug fluss
  frau freund garten gast geld geschichte gesicht glas gold gras haar hafen hand haus haut herz himmel hof holz hotel hund
  hut insel jahr kaffee karte katze kind kirche klasse kleid koch kopf kraft krank küche kuchen kuh kunst lampe land leben
  lehrer licht lied luft mann markt maschine maus meer messer milch mittag monat mond morgen motor mund musik mutter nacht
  name nase ofen ohr ort papier park pferd pflanze platz post rad rand raum regen reis reise ring rock rose sache saft salz
  sand schatz schiff schlaf schloss schnee schrank schuh schule schüler see seife sohn sommer sonne spiel sprache stadt
  stein stern stoff strand straße strom stuhl stunde suppe tag tasche tasse tee teil telefon tier tisch tochter tor tür uhr
  vater vogel wagen wald wand wasser weg wein welt werk wetter wind winter woche wohnung wolf wolke wort wurst zahl zahn
  zeit zeitung zimmer zoo zucker zug
`

export const GERMAN_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
