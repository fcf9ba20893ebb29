import { expect, test } from 'vitest';
import { matches } from '../../../../dashboard/src/accounts/account-search.ts';
import type { AccountRow } from '../../../../functions/dashboard/accounts/account.ts';

const account = (merchantId: string, name: string, company: AccountRow['company']) =>
  ({ merchantId, name, company }) as AccountRow;
const accounts = [
  account('mer_1', 'ana@shop.example', { name: 'Padaria São João, Lda', nif: '501964843' }),
  account('mer_2', 'Águas', null),
  account('mer_3', 'Zebra', { name: 'Azulejos', nif: '507104560' }),
];

test.each([
  ['sao joao', ['mer_1']],
  ['AGUAS', ['mer_2']],
  ['501 964', ['mer_1']],
  ['PT 507104560', ['mer_3']],
  ['mer_', ['mer_1', 'mer_2', 'mer_3']],
  ['', ['mer_1', 'mer_2', 'mer_3']],
  ['nobody', []],
])('accounts are found by a part of name, company, NIF or id: %j', (text, ids) => {
  expect(accounts.filter((each) => matches(each, text)).map(({ merchantId }) => merchantId)).toEqual(ids);
});
