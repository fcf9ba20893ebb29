import { describe, expect, test } from 'vitest';
import { foundAccounts, orderIn, orderText } from '../../../dashboard/src/accounts/account-search.ts';
import type { AccountRow } from '../../../functions/dashboard/api.ts';

const account = (merchantId: string, name: string, day: number, company: AccountRow['company']) =>
  ({ merchantId, name, company, createdAt: `2026-11-${day}T12:00:00.000Z` }) as AccountRow;
const accounts = [
  account('mer_1', 'ana@shop.example', 12, { name: 'Padaria São João, Lda', nif: '501964843' }),
  account('mer_2', 'Águas', 10, null),
  account('mer_3', 'Zebra', 11, { name: 'Azulejos', nif: '507104560' }),
];
const idsOf = (rows: AccountRow[]) => rows.map(({ merchantId }) => merchantId);

describe('accounts', () => {
  test.each([
    ['sao joao', ['mer_1']],
    ['AGUAS', ['mer_2']],
    ['501 964', ['mer_1']],
    ['PT 507104560', ['mer_3']],
    ['mer_', ['mer_2', 'mer_3', 'mer_1']],
    ['', ['mer_2', 'mer_3', 'mer_1']],
    ['nobody', []],
  ])('are found by a part of name, company, NIF or id: %j', (text, ids) => {
    expect(idsOf(foundAccounts(accounts, text, { by: 'created', isDescending: false }))).toEqual(ids);
  });

  test.each([
    ['', 'pending', ['mer_2', 'mer_3', 'mer_1']],
    ['', 'active', ['mer_1', 'mer_3', 'mer_2']],
    // Águas, Azulejos, Padaria São João: the company, and where none is given the name.
    ['title', 'active', ['mer_2', 'mer_3', 'mer_1']],
    ['-title', 'active', ['mer_1', 'mer_3', 'mer_2']],
    ['moon', 'pending', ['mer_2', 'mer_3', 'mer_1']],
  ] as const)('are in the order %j of the address, else those %s: the oldest waiting first', (text, status, ids) => {
    const order = orderIn(text, status);
    expect(idsOf(foundAccounts(accounts, '', order))).toEqual(ids);
    expect(orderIn(orderText(order.by, order.isDescending), status)).toEqual(order);
  });
});
