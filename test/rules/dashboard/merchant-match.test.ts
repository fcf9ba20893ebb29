import { describe, expect, test } from 'vitest';
import { matchOf } from '../../../dashboard/src/accounts/merchant-match.ts';

const ACCOUNTS = [
  { merchantId: 'mer_a1', name: 'Livraria São João', company: null },
  { merchantId: 'mer_b2', name: 'Padaria', company: null },
  { merchantId: 'mer_c3', name: 'Padaria Central', company: null },
  { merchantId: 'mer_d4', name: 'Loja', company: null },
  { merchantId: 'mer_e5', name: 'Loja', company: { name: 'Águas Frias, Lda', nif: '501964843' } },
];

describe('the merchant that matches a typed text', () => {
  test.each([
    ['', ''],
    ['mer_a1', 'mer_a1'],
    ['Livraria', 'mer_a1'],
    [' livraria sao joao ', 'mer_a1'],
    // A complete name counts before a part of another.
    ['padaria', 'mer_b2'],
    ['central', 'mer_c3'],
    ['e5', 'mer_e5'],
    ['aguas frias', 'mer_e5'],
  ])('“%s” matches one', (typed, merchantId) => {
    expect(matchOf(typed, { accounts: ACCOUNTS, isComplete: true })).toEqual({ kind: 'one', merchantId });
  });

  test('is none for an unknown name, and ambiguous for several matches', () => {
    expect(matchOf('Livrarias', { accounts: ACCOUNTS, isComplete: true })).toEqual({ kind: 'none' });
    expect(matchOf('Loja', { accounts: ACCOUNTS, isComplete: true })).toEqual({ kind: 'several' });
    expect(matchOf('adaria', { accounts: ACCOUNTS, isComplete: true })).toEqual({ kind: 'several' });
  });

  test('is decided by the service if not all merchants are loaded', () => {
    expect(matchOf(' mer_z9 ', { accounts: ACCOUNTS, isComplete: false })).toEqual({
      kind: 'one',
      merchantId: 'mer_z9',
    });
    expect(matchOf('mer_z9', { accounts: [], isComplete: false })).toEqual({ kind: 'one', merchantId: 'mer_z9' });
  });
});
