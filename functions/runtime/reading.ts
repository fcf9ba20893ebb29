/** What came of reading one value: the value, or what is wrong with it, in words that follow its name and do not quote it. */
export type Reading<Value, Problem = string> = { ok: true; value: Value } | { ok: false; problem: Problem };
