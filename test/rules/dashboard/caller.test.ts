import { describe, expect, test } from 'vitest';
import {
  type DashboardCaller,
  mayRead,
  ownMerchant,
  ROLES,
  readableMerchant,
  scopeOf,
} from '../../../functions/dashboard/caller.ts';
import { requirePrefix } from '../../../functions/dashboard/routes.ts';

const as = (roles: DashboardCaller['roles'], merchantId?: string): DashboardCaller => ({
  userId: 'u',
  roles,
  ...(merchantId !== undefined && { merchantId }),
});

const PREFIXES = ['me', 'merchant', 'finance', 'operator', 'none', ''];

function mayCall(caller: DashboardCaller): string[] {
  return PREFIXES.filter((prefix) => {
    try {
      requirePrefix(`/api/${prefix}/x`, caller);
      return true;
    } catch {
      return false;
    }
  });
}

describe('the rights of a caller', () => {
  test.each([
    ['a merchant, its own account', as(['merchant'], 'mer_a'), true, ['me', 'merchant']],
    ['a merchant, another account', as(['merchant'], 'mer_b'), false, ['me', 'merchant']],
    ['a merchant without an account', as(['merchant']), false, ['me']],
    ['an account without the role', as([], 'mer_a'), false, ['me']],
    ['finance', as(['finance']), true, ['me', 'finance']],
    ['finance with the account’s id, but not the role merchant', as(['finance'], 'mer_a'), true, ['me', 'finance']],
    ['an operator', as(['operator']), true, ['me', 'finance', 'operator']],
    ['every role', as(ROLES, 'mer_a'), true, ['me', 'merchant', 'finance', 'operator']],
  ])('%s', (_, caller, reads, prefixes) => {
    expect(mayRead(caller, 'mer_a')).toBe(reads);
    expect(mayCall(caller)).toEqual(prefixes);
  });

  test('without a merchantId the scope of a merchant is its own account, and that of staff all accounts', () => {
    expect(scopeOf(as(['merchant'], 'mer_a'), undefined)).toEqual({ merchantId: 'mer_a' });
    expect(scopeOf(as(['operator'], 'mer_a'), undefined)).toEqual({ merchantId: null });
    expect(scopeOf(as(['finance']), 'mer_b')).toEqual({ merchantId: 'mer_b' });
    expect(() => scopeOf(as(['merchant']), undefined)).toThrow('merchant not found');
    expect(() => scopeOf(as(['merchant'], 'mer_a'), 'mer_b')).toThrow('merchant not found');
  });
});

describe('the account of a call', () => {
  const merchant = as(['merchant'], 'mer_1');
  const staff = [as(['finance']), as(['operator'])];
  const nobody = as([], 'mer_1');

  test('for a change is the caller’s own; staff and callers without the role have none', () => {
    expect(ownMerchant(merchant)).toBe('mer_1');
    for (const caller of [...staff, nobody, as(['merchant'])]) {
      expect(() => ownMerchant(caller)).toThrow('merchant not found');
    }
  });

  test('for reading is the merchant’s own, or the one that staff name', () => {
    expect(readableMerchant(merchant, undefined)).toBe('mer_1');
    expect(readableMerchant(merchant, 'mer_1')).toBe('mer_1');
    expect(() => readableMerchant(merchant, 'mer_2')).toThrow('merchant not found');
    for (const caller of staff) {
      expect(readableMerchant(caller, 'mer_2')).toBe('mer_2');
      expect(() => readableMerchant(caller, undefined)).toThrow('merchantId');
    }
    expect(() => readableMerchant(nobody, undefined)).toThrow('merchant not found');
    expect(() => readableMerchant(nobody, 'mer_1')).toThrow('merchant not found');
  });
});
