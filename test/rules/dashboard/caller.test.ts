import { describe, expect, test } from 'vitest';
import { type DashboardCaller, mayRead, ROLES, scopeOf } from '../../../functions/dashboard/caller.ts';
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
