import type { AccountRow } from '../../../functions/dashboard/api.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { compactNif } from '../../../functions/merchants/accounts/nif.ts';
import { plain } from './merchant-match.ts';

const ORDERS = ['created', 'name', 'company'] as const;

/** By what accounts are sorted. */
export interface AccountOrder {
  by: (typeof ORDERS)[number];
  isDescending: boolean;
}

/** The order that the address names, `name` or `-name`; else the oldest waiting account first, or the newest of others. */
export function orderIn(text: string, status: AccountStatus): AccountOrder {
  const by = ORDERS.find((each) => text === each || text === `-${each}`);
  return by ? { by, isDescending: text.startsWith('-') } : { by: 'created', isDescending: status !== 'pending' };
}

export function orderText(by = '', isDescending = false): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** The accounts whose name, company, NIF or id holds the text, in that order; those without a company come last. */
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
  const [one, other] = [keyOf(a, by), keyOf(b, by)];
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return (isDescending ? -1 : 1) * one.localeCompare(other, 'pt');
}

function keyOf({ createdAt, name, company }: AccountRow, by: AccountOrder['by']): string | undefined {
  if (by === 'created') return createdAt;
  return by === 'name' ? name : company?.name;
}
