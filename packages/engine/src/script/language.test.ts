import { describe, expect, it } from 'vitest'
import { compileScript, runScript } from './script.ts'

/** The value of an expression or of the last statement of a script, as JSON text. */
function value(source: string): string {
  const statements = source.split('§')
  const last = statements.pop() ?? ''
  const text = `${statements.join('')}\ndoc.value = { ${last} };`
  const result = runScript(compileScript(text), { doc: '{}', context: null })
  if (result.kind !== 'replaced') throw new Error(`the document is ${result.kind}`)
  return result.doc.slice('{"value":'.length, -1)
}

function check(cases: [string, string][]): void {
  it.each(cases)('%s → %s', (source, expected) => {
    expect(value(source)).toBe(expected)
  })
}

describe('literals', () => {
  check([
    ['1_000 + 0xFF + 0b11 + 0o17', '1273'],
    ['1.5e3', '1500.0'],
    ['9223372036854775807', '9223372036854775807'],
    ['9223372036854775808', '9223372036854776000.0'],
    ['"a\\n\\t\\"\\\\\\x41\\u00e9"', '"a\\n\\t\\"\\\\Aé"'],
    ['"say ""hi"""', '"say \\"hi\\""'],
    ["'é'", '"é"'],
    ['#"raw "text" here"#', '"raw \\"text\\" here"'],
    ['()', 'null'],
    ['[1, 2,]', '[1,2]'],
    ['#{a: 1, "b c": [2, #{ d: () }],}', '{"a":1,"b c":[2,{"d":null}]}'],
    ['`${1 + 2} and ${2.0} and ${true} and ${()}|`', '"3 and 2.0 and true and |"'],
    ['`\nline\n${let a = 2; a * 2}`', '"line\\n4"'],
    ['`a ${`b ${#{c: 1}.c}`} ``d`', '"a b 1 `d"'],
  ])
})

describe('operators', () => {
  check([
    ['7 / 2', '3'],
    ['-7 / 2', '-3'],
    ['-7 % 4', '-3'],
    ['7 / 2.0', '3.5'],
    ['2 ** 3 ** 2', '512'],
    ['-3 ** 2', '9'],
    ['1 + 2 * 3', '7'],
    ['1 << 3 | 1', '9'],
    ['6 & 3 ^ 1', '3'],
    ['!true || !false', 'true'],
    ['1 == 1.0', 'true'],
    ['1 == "1"', 'false'],
    ['1 != "1"', 'true'],
    ['1 < "2"', 'false'],
    ['() == ()', 'true'],
    ['[1, [2]] == [1, [2]]', 'true'],
    ['#{a: 1} == #{a: 1.0}', 'true'],
    ['"a" < "b"', 'true'],
    ['9007199254740993 > 9007199254740992.0', 'true'],
    ['2 in [1, 2]', 'true'],
    ['"a" in #{a: ()}', 'true'],
    ['"ell" in "hello"', 'true'],
    ['\'z\' !in "hello"', 'true'],
    ['5 in 0..5', 'false'],
    ['5 in 0..=5', 'true'],
    ['() ?? 5', '5'],
    ['1 ?? 5', '1'],
    ['"n: " + 1 + 2.0 + true + ()', '"n: 12.0true"'],
    ['1 + "x" + [1, "a"]', '"1x[1, \\"a\\"]"'],
    ['[1] + [2]', '[1,2]'],
    ['#{a: 1} + #{a: 2, b: 3}', '{"a":2,"b":3}'],
    ['false && 1 / 0 == 0', 'false'],
    ['let a = 1;§ a += 2; a *= 5; a -= 1; a /= 2; a **= 2; a %= 10; a', '9'],
    ['let a = [1];§ a += 2; a += [3, 4]; a', '[1,2,3,4]'],
    ['let m = #{a: 1};§ m += #{b: 2}; m', '{"a":1,"b":2}'],
    ['let a;§ a ??= 3; a ??= 4; a', '3'],
  ])
})

describe('variables and access', () => {
  check([
    ['let a = 1; let a = a + 1;§ { let a = 10; } a', '2'],
    ['let a;§ a', 'null'],
    ['let a = [1, 2, 3];§ a[-1] = 9; [a[0], a[-1]]', '[1,9]'],
    ['let s = "héllo";§ s[1] = \'e\'; [s, s[0], s[-1]]', '["hello","h","o"]'],
    ['let m = #{};§ m.a = #{}; m.a.b = 1; m["c d"] = 2; m', '{"a":{"b":1},"c d":2}'],
    ['let m = #{a: 1};§ [m.b, m?.b?.c.d, m["x"]?["y"]]', '[null,null,null]'],
    ['let a = [1]; let b = a; b.push(2);§ [a, b]', '[[1],[1,2]]'],
    ['let a = [[1]]; let b = a[0]; b.push(2); a[0].push(3);§ [a, b]', '[[[1,3]],[1,2]]'],
    ['let a = [1]; a.push(a);§ a', '[1,[1]]'],
    ['let a = #{x: [1]}; a.x.push(2); let t = a; t.x.clear();§ a', '{"x":[1,2]}'],
    ['"abc".len', '3'],
  ])
})

describe('control flow', () => {
  check([
    ['if false { 1 } else if true { 2 } else { 3 }', '2'],
    ['if false { 1 }', 'null'],
    ['let t = 1;§ while t < 100 { t *= 3; } t', '243'],
    ['let k = 0;§ loop { k += 1; if k == 4 { break k * 10; } }', '40'],
    ['let d = 0;§ do { d += 2; } while d < 5; d', '6'],
    ['let d = 0;§ do { d += 2; } until d > 5; d', '6'],
    ['let r = [];§ for i in 1..=6 { if i % 2 == 0 { continue; } r.push(i); } r', '[1,3,5]'],
    ['let r = [];§ for (x, i) in ["a", "b"] { r.push(`${i}${x}`); } r', '["0a","1b"]'],
    ['let r = "";§ for c in "hé!" { r = c + r; } r', '"!éh"'],
    [
      'let r = 0;§ for i in [1, 2] { for j in [10, 20] { if j == 20 { break; } r += i * j; } } r',
      '30',
    ],
    ['let a = [1, 2];§ for x in a { a.push(x); } a', '[1,2,1,2]'],
    ['let a = [[1]];§ for x in a { x.push(2); } a', '[[1]]'],
    ['switch 9 { 5 => "five", 9 | 11 => "nine or eleven", _ => "other" }', '"nine or eleven"'],
    ['switch 4 { 3..=5 => "range", 4 => "single", _ => "other" }', '"single"'],
    ['switch 4 { 4 if false => 1, 0..9 if true => 2, _ => 3 }', '2'],
    ['switch "x" { 1 => 1 }', 'null'],
    ['switch -1 { -1 => "minus", _ => "other" }', '"minus"'],
    ['let x = 0;§ switch 1 { 1 => x = 5, _ => { x = 6; } } x', '5'],
    ['try { 1 / 0 } catch { "caught" }', '"caught"'],
    ['try { throw "custom"; } catch (e) { e }', '"custom"'],
    ['try { throw #{code: 7}; } catch (e) { e.code }', '7'],
    ['try { let x = 1; x.nope() } catch (e) { e.line > 0 && e.message.contains("nope") }', 'true'],
    ['fn f() { try { return 1; } catch { 2 } }§ f()', '1'],
  ])

  it('leaves the script at a top-level return', () => {
    const result = runScript(compileScript('doc.a = 1; return; doc.b = 2;'), {
      doc: '{}',
      context: null,
    })
    expect(result).toEqual({ kind: 'replaced', doc: '{"a":1}' })
  })
})

describe('functions and closures', () => {
  check([
    ['fn fact(n) { if n <= 1 { 1 } else { n * fact(n - 1) } }§ fact(20)', '2432902008176640000'],
    ['fn f(a) { a } fn f(a, b) { a + b; }§ [f(1), f(1, 2)]', '[1,3]'],
    ['fn f(a) { a.push(2); a }§ let x = [1]; [f(x), x]', '[[1,2],[1]]'],
    ['fn grow(by) { this += by; }§ let v = 5; v.grow(10); v', '15'],
    ['fn last() { this[-1] }§ [1, 2].last()', '2'],
    ['let add = |a, b| a + b;§ [add.call(1, 2), add(3, 4), call(add, 5, 6)]', '[3,7,11]'],
    ['let base = 7; let f = |x| x + base;§ base = 8; f.call(1)', '9'],
    ['let n = 0; let f = || n += 1; f.call(); f.call();§ n', '2'],
    ['let a = 1; let f = |x| { let g = |y| x + y + a; g.call(10) };§ f.call(100)', '111'],
    ['let f = |a, b| a - b; let g = f.curry(10);§ g.call(3)', '7'],
    ['fn double(x) { x * 2 }§ [1, 2].map(Fn("double"))', '[2,4]'],
    ['let o = #{n: 2, inc: || this.n += 1};§ o.inc(); o.n', '3'],
    ['let a = [1]; push(a, 2);§ [len(a), a]', '[2,[1,2]]'],
    ['let x = 1;§ [is_def_var("x"), is_def_var("y"), is_def_fn("f", 1)]', '[true,false,false]'],
  ])
})

describe('numbers', () => {
  check([
    [
      '[2.6.round(), 2.5.round(), -2.5.round(), 2.6.floor(), 2.1.ceiling()]',
      '[3.0,3.0,-3.0,2.0,3.0]',
    ],
    ['[2.6.to_int(), -2.6.to_int(), 5.to_float(), 5.to_int()]', '[2,-2,5.0,5]'],
    ['[(-9).abs(), (-1.5).abs(), sign(-3), sign(2.5)]', '[9,1.5,-1,1]'],
    ['[max(3, 8), min(3, 8), max(3, 2.5), min(1, 1.5)]', '[8,3,3.0,1.0]'],
    [
      '[parse_int(" 42 "), parse_int("-ff", 16), parse_float("3.5"), "7".parse_int()]',
      '[42,-255,3.5,7]',
    ],
    ['[3.is_odd(), 3.is_even(), 0.is_zero(), 0.0.is_zero()]', '[true,false,true,true]'],
    ['[4.0.sqrt(), 2.75.int(), 2.75.fraction(), 100.0.log()]', '[2.0,2.0,0.75,2.0]'],
    [
      '[5.to_string(), 2.0.to_string(), 1e14.to_string(), 1.5e-8.to_string()]',
      '["5","2.0","1e14","1.5e-8"]',
    ],
    ['PI() > 3.14 && E() < 2.72', 'true'],
  ])
})

describe('strings', () => {
  check([
    [
      'let t = "  Tide Table  ";§ [t.to_upper(), t.to_lower(), t.len(), t.contains("T")]',
      '["  TIDE TABLE  ","  tide table  ",14,true]',
    ],
    ['let t = " a ";§ t.trim(); t', '"a"'],
    ['let t = "moss";§ t.replace("s", "x"); t', '"moxx"'],
    [
      '["moss".sub_string(0, 3), "solo".sub_string(4), "abc".sub_string(-2), "abcd".sub_string(1..3)]',
      '["mos","","bc","bc"]',
    ],
    [
      '["moss".index_of("s"), "moss".index_of("s", 3), "é🍞s".index_of(\'s\'), "x".index_of("y")]',
      '[2,3,2,-1]',
    ],
    [
      '["red,green".split(","), " a  b ".split(), "a-b-c".split("-", 2), "abc".split(1)]',
      '[["red","green"],["a","b"],["a","b-c"],["a","bc"]]',
    ],
    ['["ab".starts_with("a"), "ab".ends_with("a"), "".is_empty()]', '[true,false,true]'],
    ['["é🍞".len(), "é🍞".bytes, "é🍞"[1], "é🍞".chars()]', '[2,6,"🍞",["é","🍞"]]'],
    ['let t = "ab";§ t.pad(5, "xy"); t', '"abxyx"'],
    ['let t = "abcdef";§ t.crop(1, 3); t.truncate(2); t', '"bc"'],
    ['let t = "abcab";§ t.remove("ab"); t.append("!"); t += \'?\'; t', '"c!?"'],
    ['let t = "abc";§ [t.pop(), t.pop(2), t]', '["c","ab",""]'],
    ['let t = "abc";§ t.make_upper(); t.clear(); t', '""'],
  ])
})

describe('arrays', () => {
  check([
    ['let l = [5, 3, 9, 3];§ l.sort(); l.reverse(); l', '[9,5,3,3]'],
    ['let l = [3, 1, 2];§ l.sort(|a, b| b - a); l', '[3,2,1]'],
    ['let l = ["b", "a", \'c\'];§ l.sort(); l', '["a","b","c"]'],
    [
      'let l = [1];§ l.insert(0, 77); l.insert(-1, 5); [l.pop(), l.remove(0), l.shift(), l.shift()]',
      '[1,77,5,null]',
    ],
    ['let l = [1, 1, 2, 1];§ l.dedup(); l', '[1,2,1]'],
    [
      'let l = [1, 2, 3, 4, 5];§ [l.extract(1, 2), l.extract(-2), l.extract(1..=2)]',
      '[[2,3],[4,5],[2,3]]',
    ],
    [
      'let l = [1, 2, 3, 4];§ l.splice(1, 2, [9]); l.truncate(2); l.append([7]); l.chop(2); l',
      '[9,7]',
    ],
    ['let l = [1, 2, 3];§ [l.split(1), l]', '[[2,3],[1]]'],
    [
      'let l = [1, 2, 3, 4];§ [l.drain(|x| x > 2), l, l.retain(|x| x == 1), l]',
      '[[3,4],[1,2],[2],[1]]',
    ],
    ['let l = [1, 2];§ l.pad(4, 0); l.set(0, 9); [l, l.get(1), l.get(7)]', '[[9,2,0,0],2,null]'],
    [
      'let l = [1, 2, 3, 4];§ [l.map(|x| x * 2), l.filter(|x| x % 2 == 0), l.reduce(|a, x| a + x, 0)]',
      '[[2,4,6,8],[2,4],10]',
    ],
    [
      'let l = [1, 2, 3];§ [l.some(|x| x > 2), l.all(|x| x > 2), l.find(|x| x > 1), l.index_of(3), l.contains(4)]',
      '[true,false,2,2,false]',
    ],
    ['[5, 6].map(|x, i| x * i)', '[0,6]'],
    ['[5, 6].map(|| this + 1)', '[6,7]'],
    ['let l = [1, 2];§ l.for_each(|| this *= 10); l', '[10,20]'],
    ['let s = 0;§ [1, 2].for_each(|x| s += x); s', '3'],
    ['[1, 2, 3].index_of(|x| x == 2)', '1'],
    ['[].pop()', 'null'],
  ])
})

describe('maps', () => {
  check([
    ['#{b: 1, a: 2}.keys()', '["a","b"]'],
    ['#{b: 1, a: 2}.values()', '[2,1]'],
    [
      'let m = #{a: 1};§ m.set("b", 2); [m.len(), m.get("b"), m.contains("c"), m.remove("a"), m.remove("z"), m]',
      '[2,2,false,1,null,{"b":2}]',
    ],
    ['let m = #{a: 1};§ m.mixin(#{a: 2}); m.fill_with(#{a: 3, b: 4}); m', '{"a":2,"b":4}'],
    ['#{a: 1, b: 2}.filter(|k, v| v > 1)', '{"b":2}'],
    ['let m = #{a: 1};§ m.clear(); m.is_empty()', 'true'],
    ['#{a: [1.0, "x", ()]}.to_json()', '"{\\"a\\":[1.0,\\"x\\",null]}"'],
    ['#{a: [1.0, "x", ()]}.to_string()', '"#{\\"a\\": [1.0, \\"x\\", ()]}"'],
  ])
})

describe('kinds', () => {
  check([
    [
      '["s", 1, 1.5, true, [], #{}, (), \'c\'].map(|x| type_of(x))',
      '["string","i64","f64","bool","array","map","()","char"]',
    ],
  ])
})
