/**
 * The outcome of reading a value: the value, or a problem that follows the field's name and does not quote the value.
 */
export type Reading<Value, Problem = string> = { ok: true; value: Value } | { ok: false; problem: Problem };
