import type { AccountRow } from '../../../functions/dashboard/api.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { compactNif } from '../../../functions/merchants/accounts/nif.ts';
import { accountTitle } from './account-title.ts';
import { plain } from './merchant-match.ts';

const ORDERS = ['created', 'title'] as const;

/** By what accounts are sorted. */
export interface AccountOrder {
  by: (typeof ORDERS)[number];
  isDescending: boolean;
}

/**
 * The order that the address names, `title` or `-title`; else the oldest waiting account first, or the newest of
 * others.
 */
export function orderIn(text: string, status: AccountStatus): AccountOrder {
  const by = ORDERS.find((each) => text === each || text === `-${each}`);
  return by ? { by, isDescending: text.startsWith('-') } : { by: 'created', isDescending: status !== 'pending' };
}

export function orderText(by = '', isDescending = false): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** The accounts whose company, name, NIF or id holds the text, in that order. */
export function foundAccounts(accounts: readonly AccountRow[], text: string, order: AccountOrder): AccountRow[] {
  return accounts.filter((account) => holds(account, text)).sort((a, b) => compared(a, b, order));
}

function holds({ name, company, merchantId }: AccountRow, text: string): boolean {
  const nif = compactNif(text);
  return (
    [name, company?.name ?? '', merchantId].some((each) => plain(each).includes(plain(text))) ||
    (nif !== '' && company !== null && company.nif.includes(nif))
  );
}

function compared(a: AccountRow, b: AccountRow, { by, isDescending }: AccountOrder): number {
  const keyOf = by === 'created' ? ({ createdAt }: AccountRow) => createdAt : accountTitle;
  return (isDescending ? -1 : 1) * keyOf(a).localeCompare(keyOf(b), 'pt');
}
