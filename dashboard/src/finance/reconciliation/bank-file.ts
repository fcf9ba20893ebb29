/** The server's limit; a bank's day is far below it. */
export const MAX_BANK_FILE_BYTES = 1_000_000;

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
