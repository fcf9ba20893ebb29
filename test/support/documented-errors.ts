import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIPTION = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');

/** The account's minimum replaces the document's, and the day of a key. */
const withoutValues = (text: string) =>
  text.replace(/\d+(\.\d+)? EUR$/, 'EUR').replace(/ on \d{4}-\d{2}-\d{2}:/, ' on a day:');

interface Response {
  $ref?: string;
  content: { 'application/json': { examples: Record<string, { value: { error: string } }> } };
}
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

let description: Description | undefined;

/** The error texts that the OpenAPI document lists for one status of one call, by its path. */
function documentedTexts(path: string, status: number): Set<string> {
  description ??= JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
  const [operation] = Object.values(description.paths[path] ?? {});
  const response = operation?.responses[status];
  const { content } = description.components.responses[response?.$ref?.split('/').at(-1) ?? ''] ?? response ?? {};
  const examples = Object.values(content?.['application/json'].examples ?? {});
  return new Set(examples.map(({ value }) => withoutValues(value.error)));
}

/** Throws for an error that a call answers and the document for merchants does not list for it. */
export function assertDocumented(path: string, status: number, text: string): void {
  if (!isJoined(text, documentedTexts(path, status))) {
    throw new Error(`docs/openapi.json does not list this error of ${path}: ${status} ${text}`);
  }
}

/** Whether the text is one of them, or several joined by `; `, which single texts may contain too. */
function isJoined(text: string, texts: ReadonlySet<string>): boolean {
  if (texts.has(withoutValues(text))) return true;
  const cuts = [...text.matchAll(/; /g)].map(({ index }) => index);
  return cuts.some((cut) => texts.has(withoutValues(text.slice(0, cut))) && isJoined(text.slice(cut + 2), texts));
}
