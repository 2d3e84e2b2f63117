// Bounds on one edit function, so that no script holds up a batch. A script that meets one fails its task.

/** Steps of evaluation for one document. */
export const SCRIPT_OPERATIONS_MAX = 1_000_000
/** Calls of script functions and closures inside one another. */
export const SCRIPT_CALL_DEPTH_MAX = 1_000
/** Variables alive at one time. */
export const SCRIPT_VARIABLES_MAX = 1_000
/** Functions one script may define. */
export const SCRIPT_FUNCTIONS_MAX = 30
/** Nesting of expressions and blocks at the top level of a script. */
export const SCRIPT_EXPRESSION_DEPTH_MAX = 100
/** Nesting of expressions and blocks inside a function. */
export const SCRIPT_FUNCTION_EXPRESSION_DEPTH_MAX = 1_000
/** Elements of an array, entries of a map, nested ones included when a value is copied. */
export const SCRIPT_ENTRIES_MAX = 10_000
/** UTF-16 units of a string: less than the runtime could hold, more than a payload can bring. */
export const SCRIPT_STRING_LENGTH_MAX = 67_108_864
/** Entries copied for the price of one operation. */
export const SCRIPT_ENTRIES_PER_OPERATION = 8
/** Chars read or written by a built-in function for the price of one operation. */
export const SCRIPT_CHARS_PER_OPERATION = 1_024
