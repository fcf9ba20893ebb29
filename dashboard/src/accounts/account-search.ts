import type { AccountRow } from '../../../functions/dashboard/accounts/account.ts';
import { compactNif } from '../../../functions/merchants/accounts/nif.ts';

/** Whether the account's company, name, NIF or id holds the text. */
export function matches({ name, company, merchantId }: AccountRow, text: string): boolean {
  const nif = compactNif(text);
  return (
    [name, company?.name ?? '', merchantId].some((each) => plain(each).includes(plain(text))) ||
    (nif !== '' && company !== null && company.nif.includes(nif))
  );
}

/** For comparing: without accents and case. */
export function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
