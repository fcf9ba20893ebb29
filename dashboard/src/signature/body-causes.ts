import { type Bytes, textOf, utf8 } from './bytes.ts';

/** What may have changed a body on its way. Each function undoes the change, or answers null if it cannot apply. */
export const BODY_CAUSES = {
  'final-line-break': (text) => changed(text, text.replace(/(\r\n|\n|\r)$/, '')),
  'lost-final-line-break': (text) => `${text}\n`,
  'outer-white-space': (text) => changed(text, text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')),
  'byte-order-mark': (text) => changed(text, text.replace(/^\uFEFF/, '')),
  'crlf-for-lf': (text) => changed(text, text.replaceAll('\r\n', '\n')),
  'lf-for-crlf': (text) => changed(text, text.replace(/\r?\n/g, '\r\n')),
  'escaped-twice': (text) => {
    const value = parsed(text);
    return typeof value === 'string' ? value : null;
  },
  'quotes-escaped': (text) => (/\\"/.test(text) ? parsedText(`"${text}"`) : null),
  'json-rewritten': (text) => rewritten(parsed(text), text),
  'keys-reordered': (text) => rewritten(inOrder(parsed(text)), text),
  'amount-as-text': (text) => rewritten(inOrder(withNumber(parsed(text))), text),
  'wrong-charset': (text) => fromLatin1(text),
  'typographic-quotes': (text) => changed(text, text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'")),
  'hard-spaces': (text) => changed(text, text.replace(/[\u00A0\u2007\u202F]/g, ' ')),
} satisfies Record<string, (text: string) => string | null>;
export type BodyCause = keyof typeof BODY_CAUSES;

export interface BodyVariant {
  causes: BodyCause[];
  bytes: Bytes;
}

/** The body as it is, then with each cause undone, then with each two, no repeats. Bytes that are not text stay. */
export function bodyVariants(body: Bytes): BodyVariant[] {
  const text = textOf(body);
  if (text === null) return [{ causes: [], bytes: body }];
  const variants = new Map<string, BodyCause[]>([[text, []]]);
  for (let round = 0; round < 2; round += 1) {
    for (const [seen, causes] of [...variants]) undoEach(seen, causes, variants);
  }
  return [...variants].map(([variant, causes]) => ({ causes, bytes: utf8(variant) }));
}

function undoEach(text: string, causes: BodyCause[], variants: Map<string, BodyCause[]>): void {
  for (const [cause, undo] of Object.entries(BODY_CAUSES) as [BodyCause, (text: string) => string | null][]) {
    const undone = undo(text);
    if (undone !== null && !variants.has(undone)) variants.set(undone, [...causes, cause]);
  }
}

// The order in which the service writes a payload (§6.3).
const ORDER = [
  'event',
  'timestamp',
  'data',
  'id',
  'externalOrderId',
  'amount',
  'currency',
  'paymentMethod',
  'status',
  'paidAt',
];

function inOrder(value: unknown): unknown {
  if (!isObject(value)) return value;
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const names = Object.keys(value).sort((one, other) => place(one) - place(other));
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}

function withNumber(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.data) || typeof value.data.amount !== 'string') return undefined;
  return { ...value, data: { ...value.data, amount: Number(value.data.amount.replace(',', '.')) } };
}

function rewritten(value: unknown, text: string): string | null {
  return isObject(value) ? changed(text, JSON.stringify(value)) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function parsedText(json: string): string | null {
  const value = parsed(json);
  return typeof value === 'string' ? value : null;
}

/** UTF-8 that was read as Latin-1 shows `Ã©` for `é`. */
function fromLatin1(text: string): string | null {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const isLatin1 = codes.every((code) => code <= 0xff) && codes.some((code) => code >= 0x80);
  return isLatin1 ? textOf(Uint8Array.from(codes)) : null;
}

function changed(before: string, after: string): string | null {
  return before === after ? null : after;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
