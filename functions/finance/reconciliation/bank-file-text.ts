import type { Reading } from '../../runtime/reading.ts';

const WORKBOOK_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

/** Why a file has no text, in English, for commands and the dashboard's English. */
export const NO_TEXT_PROBLEMS = {
  empty: 'the file is empty (export the day again)',
  workbook: 'the file is a workbook of a spreadsheet (save it as CSV)',
  damaged: 'the file does not have the encoding that it begins with (save it as “CSV UTF-8”)',
} as const;
export type NoTextProblem = keyof typeof NO_TEXT_PROBLEMS;

/**
 * The text of a bank's file in UTF-8, UTF-16 or Windows-1252, with a byte order mark or without. A workbook of a
 * spreadsheet is refused by name, since it is what people choose by mistake.
 */
export function decodeBankFile(bytes: Uint8Array): Reading<string, { code: NoTextProblem }> {
  const beginsWith = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (bytes.length === 0) return { ok: false, problem: { code: 'empty' } };
  if (WORKBOOK_STARTS.some(beginsWith)) return { ok: false, problem: { code: 'workbook' } };
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => beginsWith(mark));
  const text = decoded(bytes, marked?.encoding ?? unmarkedEncoding(bytes));
  return text === undefined ? { ok: false, problem: { code: 'damaged' } } : { ok: true, value: text };
}

/**
 * Half of the bytes of Latin text in UTF-16 are zero. What is not valid UTF-8 is Windows-1252, which has every byte.
 */
function unmarkedEncoding(bytes: Uint8Array): string {
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  return decoded(bytes, 'utf-8') === undefined ? 'windows-1252' : 'utf-8';
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
