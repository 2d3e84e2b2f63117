// The syntax tree of a script. Every construct has a value, so there is one kind of node.

import type { Place } from './script-error.ts'
import type { Value } from './values.ts'

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | 'in'
  | '!in'
  | '..'
  | '..='

export interface LiteralNode {
  readonly kind: 'literal'
  readonly value: Value
  readonly place: Place
}

export interface TemplateNode {
  readonly kind: 'template'
  /** Texts, and what stands between them. */
  readonly parts: readonly (string | BlockNode)[]
  readonly place: Place
}

export interface ArrayNode {
  readonly kind: 'array'
  readonly items: readonly Node[]
  readonly place: Place
}

export interface MapNode {
  readonly kind: 'map'
  readonly entries: readonly { readonly key: string; readonly value: Node }[]
  readonly place: Place
}

export interface VariableNode {
  readonly kind: 'variable'
  readonly name: string
  readonly place: Place
}

export interface ThisNode {
  readonly kind: 'this'
  readonly place: Place
}

export interface PropertyNode {
  readonly kind: 'property'
  readonly object: Node
  readonly name: string
  /** `?.`: the rest of the chain is skipped when the object is unit. */
  readonly isOptional: boolean
  readonly place: Place
}

export interface IndexNode {
  readonly kind: 'index'
  readonly object: Node
  readonly index: Node
  readonly isOptional: boolean
  readonly place: Place
}

export interface CallNode {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly Node[]
  readonly place: Place
}

export interface MethodCallNode {
  readonly kind: 'methodCall'
  readonly object: Node
  readonly name: string
  readonly args: readonly Node[]
  readonly isOptional: boolean
  readonly place: Place
}

export interface UnaryNode {
  readonly kind: 'unary'
  readonly operator: '-' | '+' | '!'
  readonly operand: Node
  readonly place: Place
}

export interface BinaryNode {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Node
  readonly right: Node
  readonly place: Place
}

export interface LogicalNode {
  readonly kind: 'logical'
  readonly operator: '&&' | '||' | '??'
  readonly left: Node
  readonly right: Node
  readonly place: Place
}

export interface ClosureNode {
  readonly kind: 'closure'
  readonly params: readonly string[]
  readonly body: Node
  /** Names used inside that may be variables outside. */
  readonly freeNames: readonly string[]
  readonly place: Place
}

export interface BlockNode {
  readonly kind: 'block'
  readonly statements: readonly Node[]
  readonly place: Place
}

export interface IfNode {
  readonly kind: 'if'
  readonly condition: Node
  readonly body: BlockNode
  readonly otherwise: Node | null
  readonly place: Place
}

/** `while`, `loop` (no condition), and `do … while` or `do … until`. */
export interface LoopNode {
  readonly kind: 'loop'
  readonly condition: Node | null
  /** The loop ends when the condition gives this. */
  readonly endsOn: boolean
  readonly isCheckedAfter: boolean
  readonly body: Node
  readonly place: Place
}

export interface ForNode {
  readonly kind: 'for'
  readonly item: string
  readonly counter: string | null
  readonly iterable: Node
  readonly body: Node
  readonly place: Place
}

export interface SwitchCase {
  /** Values that choose this case; none for `_`. */
  readonly literals: readonly Value[]
  readonly ranges: readonly Value[]
  readonly isDefault: boolean
  readonly condition: Node | null
  readonly body: Node
}

export interface SwitchNode {
  readonly kind: 'switch'
  readonly subject: Node
  readonly cases: readonly SwitchCase[]
  readonly place: Place
}

export interface TryNode {
  readonly kind: 'try'
  readonly body: Node
  readonly error: string | null
  readonly handler: Node
  readonly place: Place
}

export interface LetNode {
  readonly kind: 'let'
  readonly name: string
  readonly value: Node | null
  readonly isConst: boolean
  readonly place: Place
}

export interface AssignNode {
  readonly kind: 'assign'
  readonly target: Node
  /** Null for a plain `=`. */
  readonly operator: BinaryOperator | '??' | null
  readonly value: Node
  readonly place: Place
}

export interface JumpNode {
  readonly kind: 'break' | 'continue' | 'return' | 'throw'
  readonly value: Node | null
  readonly place: Place
}

export type Node =
  | LiteralNode
  | TemplateNode
  | ArrayNode
  | MapNode
  | VariableNode
  | ThisNode
  | PropertyNode
  | IndexNode
  | CallNode
  | MethodCallNode
  | UnaryNode
  | BinaryNode
  | LogicalNode
  | ClosureNode
  | BlockNode
  | IfNode
  | LoopNode
  | ForNode
  | SwitchNode
  | TryNode
  | LetNode
  | AssignNode
  | JumpNode

/** A function of the script. It sees its parameters and `this`, nothing else. */
export interface FunctionNode {
  readonly name: string
  readonly params: readonly string[]
  readonly body: Node
  readonly place: Place
}

/** A whole script. Functions are kept under their name and number of parameters: `name/2`. */
export interface Program {
  readonly body: BlockNode
  readonly functions: ReadonlyMap<string, FunctionNode>
}
