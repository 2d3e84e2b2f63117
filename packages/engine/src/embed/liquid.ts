// The template language of documents and fragments: liquidjs, with the tags, filters and strictness of the interface.
// What differs from a plain liquidjs: a missing variable is an error everywhere but as a bare condition, values are
// written our way, conditions stop early, whole numbers divide to whole numbers, and only the listed tags and filters
// exist.

import { createRequire } from 'node:module'

import type * as LiquidModule from 'liquidjs'
import type { Context, Emitter, Liquid, TagToken, Template, Token, TopLevelToken } from 'liquidjs'

import { TEMPLATE_CHARACTERS_MAX, TEMPLATE_RENDER_MS_MAX, TEMPLATE_WORK_MAX } from '../limits.ts'
import { plainDecimal } from './plain-decimal.ts'

/** The language, made at its first use: a server without templates never loads it. */
export function liquid(): Liquid {
  made ??= createLiquid()
  return made
}

/** Reads a template; throws when it is none. */
export function parseLiquid(source: string): Template[] {
  const templates = liquid().parse(source)
  refuseOpenPipes(templates)
  return templates
}

/** The name of the variable that a render asked for in vain, or null when it failed for another reason. */
export function missingVariable(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = originOf(cause)) {
    if ('variableName' in cause) return String(cause.variableName)
  }
  return null
}

/** Why a template failed, in one line. */
export function liquidReason(error: unknown): string {
  let innermost = error
  for (let cause = error; cause instanceof Error; cause = originOf(cause)) innermost = cause
  const text = innermost instanceof Error ? innermost.message : String(innermost)
  const [line = ''] = text.split('\n')
  return line.replace(/, file:.*$/, '')
}

function originOf(error: Error): unknown {
  return 'originalError' in error ? error.originalError : undefined
}

/** A value as it stands in a rendered text. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainDecimal(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(writeValue).join('')
  // the words `nil`, `empty` and `blank` of the language
  if (typeof value !== 'object' || 'liquidMethodMissing' in value) return ''
  return Object.entries(value)
    .map(([name, member]) => name + writeValue(member))
    .join('')
}

/** liquidjs takes a `|` without a filter after it for nothing. */
function refuseOpenPipes(templates: readonly Template[]): void {
  for (const template of templates) {
    const text = template.token.getText()
    if (/^\{[{%][^]*\|\s*-?[}%]\}$/.test(text))
      throw new Error(`${text} lacks a filter after \`|\``)
    if (template.children === undefined) continue
    refuseOpenPipes(load().toValueSync(template.children(false, true)))
  }
}

let made: Liquid | undefined

/** Loaded when first used, and at once: settings are checked on a path that does not wait. */
function load(): typeof LiquidModule {
  return createRequire(import.meta.url)('liquidjs') as typeof LiquidModule
}

const TAGS = words(
  'assign break continue cycle increment decrement raw if unless ifchanged for tablerow comment capture case include render',
)

const FILTERS = words(
  'abs append at_least at_most capitalize ceil compact concat date default divided_by downcase escape escape_once first ' +
    'floor join last lstrip map minus modulo newline_to_br plus prepend remove remove_first replace replace_first reverse ' +
    'round rstrip size slice sort sort_natural split strip strip_html strip_newlines times truncate truncatewords uniq ' +
    'upcase url_decode url_encode where',
)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

function createLiquid(): Liquid {
  const module = load()
  const { not: _, ...operators } = module.defaultOperators
  const language = new module.Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // partials are looked for here and never on disk
    templates: {},
    relativeReference: false,
    outputEscape: writeValue,
    operators,
    timezoneOffset: 0,
    parseLimit: TEMPLATE_CHARACTERS_MAX,
    renderLimit: TEMPLATE_RENDER_MS_MAX,
    memoryLimit: TEMPLATE_WORK_MAX,
  })
  registerConditions(language, module)
  registerIfChanged(language)
  language.registerFilter('divided_by', divide)
  keepOnly(language.tags, TAGS)
  keepOnly(language.filters, FILTERS)
  return language
}

function keepOnly(registry: Record<string, unknown>, kept: ReadonlySet<string>): void {
  for (const name of Object.keys(registry)) if (!kept.has(name)) delete registry[name]
}

function divide(dividend: unknown, divisor: unknown): number {
  const [top, bottom] = [Number(dividend), Number(divisor)]
  if (bottom === 0) throw new Error('a number is divided by zero')
  const quotient = top / bottom
  return Number.isInteger(top) && Number.isInteger(bottom) ? Math.trunc(quotient) : quotient
}

/** A bare variable, or the two sides of an operator. */
type Condition =
  | { readonly token: Token }
  | { readonly operator: string; readonly left: Condition; readonly right: Condition }

function registerConditions(language: Liquid, module: typeof LiquidModule): void {
  class StrictIf extends module.IfTag {
    constructor(...parts: ConstructorParameters<typeof module.IfTag>) {
      super(...parts)
      for (const branch of this.branches) makeStrict(branch.value, module)
    }
  }
  class StrictUnless extends module.UnlessTag {
    constructor(...parts: ConstructorParameters<typeof module.UnlessTag>) {
      super(...parts)
      for (const branch of this.branches) makeStrict(branch.value, module)
    }
  }
  language.registerTag('if', StrictIf)
  language.registerTag('unless', StrictUnless)
}

function makeStrict(value: LiquidModule.Value, module: typeof LiquidModule): void {
  if (value.filters.length > 0) throw new Error('a condition cannot have filters')
  const condition = readCondition(value.initial.postfix, module)
  value.value = (context) => decide(condition, context, module)
}

function readCondition(postfix: readonly Token[], module: typeof LiquidModule): Condition {
  const stack: Condition[] = []
  for (const token of postfix) {
    if (!module.TypeGuards.isOperatorToken(token)) {
      stack.push({ token })
      continue
    }
    const right = stack.pop()
    const left = stack.pop()
    if (left === undefined || right === undefined) throw new Error('a condition lacks a value')
    stack.push({ operator: token.operator, left, right })
  }
  const [condition] = stack
  if (condition === undefined || stack.length > 1) throw new Error('a condition lacks a value')
  return condition
}

function* decide(
  condition: Condition,
  context: Context,
  module: typeof LiquidModule,
): Generator<unknown, unknown, unknown> {
  // alone, a missing variable is false
  if ('token' in condition) return yield module.evalToken(condition.token, context, true)
  const { operator, left, right } = condition
  if (operator === 'and' || operator === 'or') {
    const first = module.isTruthy(yield decide(left, context, module), context)
    if (first === (operator === 'or')) return first
    return module.isTruthy(yield decide(right, context, module), context)
  }
  const first = yield compared(left, context, module)
  const second = yield compared(right, context, module)
  const compare = context.opts.operators[operator] as LiquidModule.Operators[string]
  return yield compare(first, second, context)
}

function compared(
  side: Condition,
  context: Context,
  module: typeof LiquidModule,
): Iterator<unknown> {
  return 'token' in side
    ? module.evalToken(side.token, context, false)
    : decide(side, context, module)
}

const LAST_SEEN = 'ifchanged'

/** Writes its content when it is not what it wrote the time before. */
function registerIfChanged(language: Liquid): void {
  language.registerTag('ifchanged', {
    parse(token: TagToken, remaining: TopLevelToken[]): void {
      const templates: Template[] = []
      this['templates'] = templates
      const stream = this.liquid.parser.parseStream(remaining)
      stream
        .on('tag:endifchanged', () => stream.stop())
        .on('template', (template: Template) => templates.push(template))
        .on('end', () => {
          throw new Error(`tag ${token.getText()} not closed`)
        })
      stream.start()
    },
    *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      const templates = this['templates'] as Template[]
      const text = yield this.liquid.renderer.renderTemplates(templates, context)
      if (context.getRegister<unknown>(LAST_SEEN, undefined) === text) return
      context.setRegister(LAST_SEEN, text)
      emitter.write(text)
    },
  })
}
