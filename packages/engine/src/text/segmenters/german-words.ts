// Common words that German compounds are made of, lowercase. A list of our own, short, and meant to grow.

const WORDS = `
  abend abfall abteilung adresse alltag alter amt anfang angebot anlage antrag anzug apfel arbeit arm arzt auge auto
  axt bach backofen bad bahn bahnhof ball bank bau bauer baum becher bein berg beruf besitzer besuch betrieb bett bier
  bild birne blatt blume blut boden bogen boot brand braut brett brief brille brot bruder brücke brust buch bühne bund
  bürger burg bus butter computer dach dame dampf daten decke dienst ding direktor dorf druck ecke ehe ei eier eimer
  eis eisen eltern ende energie ente erde ernte essen fabrik fahne fahrer fahrrad fahrt fall familie farbe faser fass
  feder fehler feier feld fenster ferien fest feuer film finger fisch flasche fleisch fliege flug fluss form forscher
  forschung foto frage frau freund frieden frost frucht frühling führer führung fuß gabel gang garten gas gast gebäude
  gebiet geburt gefahr geist geld gemüse gericht geschäft geschenk geschichte gesellschaft gesetz gesicht gesundheit
  getränk gewicht glas gold gott grab gras grenze größe grund gruppe gurke haar hafen hahn hals halle hand handel
  handy hase haupt haus haut heft heizung held hemd herbst herz hilfe himmel hirsch hitze hochzeit hof holz honig hose
  hotel huhn hund hut igel industrie insel jacke jahr jugend junge kabel kaffee kalender kamera kamm kampf kanal karte
  kasse kasten katze keller kern kette kind kino kirche kissen kiste klasse kleid klima klinik knie knopf koch koffer
  kohl kohle konto kopf korb kosten kraft kranken kreis kreuz krieg küche kuchen kugel kuh kunde kunst kurs küste lack
  laden lager lampe land lärm last lauf leben leder lehre lehrer leid leiter lesen leute licht liebe lied linie lippe
  liste löffel lohn löwe luft lunge mädchen mann mantel markt maschine mauer maus meer mehl meister mensch messer
  metall milch minute mittag mitte mittel möbel monat mond morgen motor mühle müll mund museum musik mutter nacht
  nadel nagel name nase natur nebel netz nuss obst ofen öl ohr onkel ort paar papier park partei pass pause person
  pfad pfanne pferd pflanze pflege pilz plan platz polizei post preis problem produkt programm prüfung punkt puppe
  quelle rad radio rahmen rand rat rathaus raum recht rede regal regel regen reh reis reise rente ring rock rohr rose
  rücken ruhe runde sache saft sahne salat salz sand satz säule schaf schale schatten schatz schein schere schicht
  schiff schild schinken schirm schlaf schlange schloss schlüssel schmerz schnee schrank schrift schritt schuh schule
  schüler schutz schwein schwester see seele segel seide seife seil seite sessel sicherheit sieg silber sitz sohn
  sommer sonne spaß spiegel spiel spieler spitze sport sprache stadt stahl stall stamm stand staub stein stelle stern
  steuer stiefel stimme stock stoff strand straße strom stube stück student stuhl stunde sturm suche suppe tafel tag
  tal tanne tante tanz tasche tasse taube tee teich teil teller teppich tier tisch tochter tod topf tor torte tour
  traube traum treppe trommel tuch tür turm uhr unfall universität urlaub vater verein verkauf verkehr versicherung
  vertrag vieh vogel volk wache waffe wagen wahl wald wand wanderer ware wäsche wasser weg weihnacht wein welle welt
  werk werkzeug wert wetter wiese wind winter wirt wirtschaft wissen woche wohnung wolf wolke wolle wort wunder wurst
  wurzel zahl zahn zange zaun zeichen zeit zeitung zelt zeug ziege ziel zimmer zitrone zoo zoll zucker zug zunge zwiebel
`

export const GERMAN_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
