import { describe, expect, test } from 'vitest';
import {
  type Cause,
  STATUSES,
  type Status,
  statusAfter,
  statusesBefore,
  statusesLeadingTo,
  TERMINAL_STATUSES,
  TRANSITIONS,
} from '../../../functions/payments/transitions.ts';

const CAUSES: Cause[] = ['bank-confirmed', 'bank-refused', 'customer-refused', 'expired', 'abandoned', 'never-started'];

// Written out by hand from §3 and D9, so that a change of the table is noticed here.
const ALLOWED: Record<Status, Partial<Record<Cause, Status>>> = {
  pending: {
    'bank-confirmed': 'paid',
    'bank-refused': 'failed',
    'customer-refused': 'failed',
    expired: 'cancelled',
    abandoned: 'cancelled',
    'never-started': 'cancelled',
  },
  paid: {},
  failed: { 'bank-confirmed': 'paid' },
  cancelled: { 'bank-confirmed': 'paid' },
};

describe('D9: the transition table', () => {
  const pairs = STATUSES.flatMap((from) => CAUSES.map((cause) => [from, cause] as const));

  test.each(pairs)('from %s by %s allows what §3 and D9 say and nothing else', (from, cause) => {
    const allowed = ALLOWED[from][cause];
    expect(statusesBefore(cause).includes(from)).toBe(allowed !== undefined);
    if (allowed !== undefined) expect(statusAfter(cause)).toBe(allowed);
    expect(TRANSITIONS.filter((edge) => edge.from === from && edge.cause === cause).map(({ to }) => to)).toEqual(
      allowed === undefined ? [] : [allowed],
    );
  });

  test('every terminal status is reachable', () => {
    expect(TERMINAL_STATUSES.map((to) => [to, statusesLeadingTo(to)])).toEqual([
      ['paid', ['pending', 'failed', 'cancelled']],
      ['failed', ['pending']],
      ['cancelled', ['pending']],
    ]);
  });

  test('a cause outside it throws an error that names it', () => {
    expect(() => statusAfter('refunded' as Cause)).toThrow('no transition has the cause refunded');
  });
});
