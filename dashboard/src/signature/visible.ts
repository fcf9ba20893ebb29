import { type Bytes, hexOf, textOf } from './bytes.ts';

// Signs that every font has: the pictures that Unicode keeps for control characters often are not there.
const MARKS: Record<string, string> = {
  '\r\n': '[CR][LF]\n',
  '\r': '[CR]\n',
  '\n': '[LF]\n',
  '\t': '→\t',
  ' ': '·',
  '\u00A0': '[NBSP]',
  '\uFEFF': '[BOM]',
  '\u200B': '[ZWSP]',
};
const MARKED = /\r\n|[\r\n\t \u00A0\uFEFF\u200B]/g;

/** The text of a body with its white space made visible; null when the bytes are not UTF-8. */
export function visibleText(body: Bytes): string | null {
  return textOf(body)?.replace(MARKED, (found) => MARKS[found] ?? found) ?? null;
}

/** `7b 22 65 … 7d 7d`: the first and the last bytes. */
export function endsInHex(body: Bytes, each: number): { first: string; last: string } {
  return { first: spaced(body.slice(0, each)), last: spaced(body.slice(-each)) };
}

/** How a body ends: what a paste or an editor most often changes. */
export function endingOf(body: Bytes): 'none' | 'lf' | 'crlf' | 'cr' {
  const [before, last] = [body.at(-2), body.at(-1)];
  if (last === 0x0a) return before === 0x0d ? 'crlf' : 'lf';
  return last === 0x0d ? 'cr' : 'none';
}

function spaced(bytes: Bytes): string {
  return hexOf(bytes).replace(/..(?=.)/g, '$& ');
}
