import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const CLAUSE = /§\d+(?:\.\d+)*(?: \d{3})?/g;
const DECISIONS = /\bD(\d+)(?: to D(\d+))?\b/g;
const INVARIANTS = /\binvariants? (\d+(?:(?:, | and | to )\d+)*)/gi;

/** The ids in `docs/contract.md` and in the decision record about the contract. */
function promised(): string[] {
  const rows = [...read('docs/contract.md').matchAll(/^\| (§?[\d. ]+?) \|/gm)].map(([, id = '']) => id);
  const decisions = [...read('docs/decisions/0001-contract.md').matchAll(/^## (D\d+) /gm)].map(([, id = '']) => id);
  return [...rows.map((id) => (id.startsWith('§') ? id : `invariant ${id}`)), ...decisions];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The ids that a title names. `D1 to D3` and `invariants 2 to 5` include those between. */
function namedIn(title: string): string[] {
  const decisions = [...title.matchAll(DECISIONS)].flatMap(([, from, to = from]) => range(Number(from), Number(to)));
  const invariants = [...title.matchAll(INVARIANTS)].flatMap(([, list = '']) =>
    list.split(/, | and /).flatMap((part) => {
      const [from, to = from] = part.split(' to ').map(Number);
      return range(from as number, to as number);
    }),
  );
  return [
    ...[...title.matchAll(CLAUSE)].map(([id]) => id),
    ...decisions.map((number) => `D${number}`),
    ...invariants.map((number) => `invariant ${number}`),
  ];
}

const CALL = /\b(?:test|it|describe)\b[\w.]*(?:<[^(]*>)?(?=\()/g;
/** A text in group 1; what may hold a quote, and is none: a comment, a regular expression; else one character. */
const TOKEN =
  /(['"`])((?:\\[\s\S]|(?!\1)[^\\])*)\1|\/\/.*|\/\*[\s\S]*?\*\/|(?<=[[(,:=]\s*)\/(?:\\.|\[[^\]\n]*\]|[^/\\\n])+\/|[\s\S]/gy;

/** The titles of a file's tests and groups, and the texts of their tables. */
function titlesOf(path: string): string[] {
  const text = read(path);
  return [...text.matchAll(CALL)].flatMap(({ 0: call, index }) => firstArguments(text, index + call.length));
}

/** The texts in the first argument of the call whose bracket is at `start`, and of the call of its result. */
function firstArguments(text: string, start: number): string[] {
  const texts: string[] = [];
  let [depth, isFirst] = [0, true];
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [sign, , inner] = token;
    if (inner !== undefined && isFirst) texts.push(inner);
    if (/^[([{]$/.test(sign)) depth += 1;
    if (/^[)\]}]$/.test(sign)) depth -= 1;
    if (sign === ',' && depth === 1) isFirst = false;
    if (depth === 0)
      return text[TOKEN.lastIndex] === '(' ? [...texts, ...firstArguments(text, TOKEN.lastIndex)] : texts;
  }
  return texts;
}

// In all tests, those of `npm run proofs` too.
test('every clause, decision and invariant is named by a test, and no test names an unknown one', () => {
  const files = globSync('test/**/*.ts', { cwd: ROOT, exclude: ['test/judges/node_modules'] });
  const named = new Set(files.flatMap(titlesOf).flatMap(namedIn));
  const ids = promised();
  expect(ids.length).toBeGreaterThan(60);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
  const sections = new Set(ids.flatMap((id) => [id, id.replace(/\.\d+$/, ''), id.replace(/[ .]\d+$/, '')]));
  expect([...named].filter((id) => !sections.has(id))).toEqual([]);
});
