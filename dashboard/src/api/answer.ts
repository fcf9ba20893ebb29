import { visibleLines } from '../i18n/format.ts';

/** Texts that are copied and compared exactly. Where a page shows one, it names the unseen characters itself. */
const EXACT = new Set(['externalOrderId', 'payload']);

/**
 * The JSON of an answer with the unseen characters of its texts named: a person or the bank may have written any of
 * them, and they appear in pages, titles, tooltips and files. Throws on a text that is no JSON.
 */
export function answerIn(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) =>
    typeof value === 'string' && !EXACT.has(name) ? visibleLines(value) : value,
  );
}
