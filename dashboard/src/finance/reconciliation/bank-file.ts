/** The server takes no more; a bank's day is far below it. */
export const BANK_FILE_BYTES_AT_MOST = 1_000_000;

export type BankFileReading = { ok: true; text: string } | { ok: false; problem: 'empty' | 'too-large' | 'binary' };

const WORKBOOK_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * The text of a bank's CSV. Banks and Excel write UTF-8 or Windows-1252 and do not say which: what is no valid UTF-8 is
 * taken for the latter. A workbook of Excel is refused by name, since it is what people pick by mistake.
 */
export function bankFileText(bytes: Uint8Array): BankFileReading {
  if (bytes.length === 0) return { ok: false, problem: 'empty' };
  if (bytes.length > BANK_FILE_BYTES_AT_MOST) return { ok: false, problem: 'too-large' };
  const isWorkbook = WORKBOOK_STARTS.some((start) => start.every((byte, index) => bytes[index] === byte));
  if (isWorkbook || bytes.includes(0)) return { ok: false, problem: 'binary' };
  return { ok: true, text: decoded(bytes) };
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface WithAccount {
  merchantId: string;
  bankAccount: string;
}

/** The accounts that merchants have, each once. */
export function accountsOf(merchants: readonly WithAccount[]): string[] {
  return [...new Set(merchants.map(({ bankAccount }) => bankAccount))].sort();
}

/** The account to preselect: that of the merchant, or the only one there is; empty if ambiguous. */
export function accountMeant(merchants: readonly WithAccount[], merchantId: string): string {
  if (merchantId !== '') return merchants.find((each) => each.merchantId === merchantId)?.bankAccount ?? '';
  const accounts = accountsOf(merchants);
  return accounts.length === 1 ? (accounts[0] ?? '') : '';
}
