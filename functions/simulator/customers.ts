import type { Decision } from './actions.ts';

/** What happens when this customer's phone is asked to pay. */
export type Customer = PushedCustomer | { push: 'not-registered' } | { push: 'unavailable' };

export interface PushedCustomer {
  push: 'sent' | 'sent-unanswered';
  /** Absent when the customer never answers. */
  decides?: { decision: Decision; afterS: number };
}

const APPROVES: Customer = { push: 'sent', decides: { decision: 'approved', afterS: 2 } };

const CUSTOMERS: Record<string, Customer> = {
  '910000000': APPROVES,
  '910000001': { push: 'sent', decides: { decision: 'rejected', afterS: 2 } },
  /** Never answers: a control endpoint or the end of the window decides. */
  '910000002': { push: 'sent' },
  '910000003': { push: 'not-registered' },
  /** The bank answers 503 and pushes nothing. */
  '910000004': { push: 'unavailable' },
  /** The push goes out, the caller never hears of it. */
  '910000005': { push: 'sent-unanswered', decides: { decision: 'approved', afterS: 5 } },
  '910000006': { push: 'sent', decides: { decision: 'no-funds', afterS: 2 } },
};

/** The simulated customer behind an alias `351#9XXXXXXXX`; any number not listed approves. */
export function customerOf(phoneAlias: string): Customer {
  return CUSTOMERS[phoneAlias.slice('351#'.length)] ?? APPROVES;
}
