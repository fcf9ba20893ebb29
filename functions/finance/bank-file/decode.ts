import type { Reading } from '../../runtime/reading.ts';
import type { BankFileProblem } from './problem.ts';

const WORKBOOK_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
// Neither encoding has printable characters for these.
const DAMAGED = /(?![\t\n\f\r])\p{Cc}|\uFFFD/u;

/** The text of a bank's file in UTF-8 or Windows-1252. A workbook is refused by name: people choose it by mistake. */
export function decodeBankFile(bytes: Uint8Array): Reading<string, BankFileProblem> {
  if (WORKBOOK_STARTS.some((start) => start.every((byte, index) => bytes[index] === byte))) {
    return { ok: false, problem: { code: 'workbook' } };
  }
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = decoded(bytes, 'utf-8') ?? (isMarked ? undefined : decoded(bytes, 'windows-1252'));
  return text === undefined || DAMAGED.test(text)
    ? { ok: false, problem: { code: 'damaged' } }
    : { ok: true, value: text };
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
