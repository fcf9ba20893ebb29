import { describe, expect, test } from 'vitest';
import {
  type DashboardCaller,
  mayChange,
  mayDecideOnAccounts,
  mayRead,
  ROLES,
  scopeOf,
} from '../../../functions/dashboard/caller.ts';

const as = (roles: DashboardCaller['roles'], merchantId?: string): DashboardCaller => ({
  userId: 'u',
  roles,
  ...(merchantId !== undefined && { merchantId }),
});

describe('the rights of a caller', () => {
  test.each([
    ['a merchant, its own account', as(['merchant'], 'mer_a'), [true, true, false]],
    ['a merchant, another account', as(['merchant'], 'mer_b'), [false, false, false]],
    ['a merchant without an account', as(['merchant']), [false, false, false]],
    ['an account without the role', as([], 'mer_a'), [false, false, false]],
    ['finance', as(['finance']), [true, false, false]],
    ['finance with the account’s id, but not the role merchant', as(['finance'], 'mer_a'), [true, false, false]],
    ['an operator', as(['operator']), [true, false, true]],
    ['every role', as(ROLES, 'mer_a'), [true, true, true]],
  ])('%s', (_, caller, [reads, changes, decides]) => {
    expect([mayRead(caller, 'mer_a'), mayChange(caller, 'mer_a'), mayDecideOnAccounts(caller)]).toEqual([
      reads,
      changes,
      decides,
    ]);
  });

  test('without a merchantId the scope of a merchant is its own account, and that of staff all accounts', () => {
    expect(scopeOf(as(['merchant'], 'mer_a'), undefined)).toEqual({ merchantId: 'mer_a' });
    expect(scopeOf(as(['operator'], 'mer_a'), undefined)).toEqual({ merchantId: null });
    expect(scopeOf(as(['finance']), 'mer_b')).toEqual({ merchantId: 'mer_b' });
    expect(() => scopeOf(as(['merchant']), undefined)).toThrow('merchant not found');
    expect(() => scopeOf(as(['merchant'], 'mer_a'), 'mer_b')).toThrow('merchant not found');
  });
});
