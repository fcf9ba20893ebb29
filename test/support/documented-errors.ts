import { readDocument } from './documents/blocks.ts';

export const ERROR_PAGES = ['docs/merchants/errors.md', 'docs/merchants/pt/errors.md'];

/** A row of the table of errors; texts are code, and those of one action are in one cell. */
const ROW = /^\| (\d{3}) \| (.+?) \| .+ \|$/gm;
const CODE = /``(.+?)``|`([^`]+)`/g;

/** The account's minimum and the day on which a key was used differ from those of the document. */
const withoutValues = (text: string) =>
  text.replace(/[\d.…]+ EUR$/, 'EUR').replace(/ on \d{4}-\d\d-\d\d:/, ' on a day:');

/** The error texts that a page for merchants lists for a status. */
function textsOf(page: string, status: number): Set<string> {
  const rows = [...readDocument(page).matchAll(ROW)].filter(([, of]) => Number(of) === status);
  const codes = rows.flatMap(([, , texts = '']) => [...texts.matchAll(CODE)]);
  return new Set(codes.map(([, quoted, plain = '']) => withoutValues(quoted ?? plain)));
}

/** Whether a page lists a text, or each of several joined by `; `, which single texts may contain too. */
export function isDocumented(page: string, status: number, text: string): boolean {
  return isJoined(text, textsOf(page, status));
}

/** Throws for an error that a call answers and the documents for merchants do not list. */
export function assertDocumented(path: string, status: number, text: string): void {
  const missing = ERROR_PAGES.filter((page) => !isDocumented(page, status, text));
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: lacks this error of ${path}: ${status} ${text}`);
}

function isJoined(text: string, texts: ReadonlySet<string>): boolean {
  if (texts.has(withoutValues(text))) return true;
  const cuts = [...text.matchAll(/; /g)].map(({ index }) => index);
  return cuts.some((cut) => texts.has(withoutValues(text.slice(0, cut))) && isJoined(text.slice(cut + 2), texts));
}
