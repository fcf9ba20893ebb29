import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const API_DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'api.md');

/** The account's minimum replaces the document's. */
const withoutSums = (text: string) => text.replace(/\d+(\.\d+)? EUR$/, 'EUR');

/** The texts of the table of errors in `docs/api.md`, by status. */
function documentedTexts(): Map<number, Set<string>> {
  const texts = new Map<number, Set<string>>();
  for (const [, status, text = ''] of readFileSync(API_DOCUMENT, 'utf8').matchAll(/^\| (\d{3}) \| (.+) \|$/gm)) {
    const ofStatus = texts.get(Number(status)) ?? new Set();
    texts.set(Number(status), ofStatus.add(withoutSums(text)));
  }
  return texts;
}

let documented: Map<number, Set<string>> | undefined;

/** Throws for an error that an endpoint answers and the document for merchants does not list. */
export function assertDocumented(status: number, text: string): void {
  documented ??= documentedTexts();
  if (!isJoined(text, documented.get(status) ?? new Set())) {
    throw new Error(`docs/api.md does not list this error: ${status} ${text}`);
  }
}

/** Whether the text is one of them, or several joined by `; `, which single texts may contain too. */
function isJoined(text: string, texts: ReadonlySet<string>): boolean {
  if (texts.has(withoutSums(text))) return true;
  const cuts = [...text.matchAll(/; /g)].map(({ index }) => index);
  return cuts.some((cut) => texts.has(withoutSums(text.slice(0, cut))) && isJoined(text.slice(cut + 2), texts));
}
