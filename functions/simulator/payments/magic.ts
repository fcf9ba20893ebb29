import type { Decision } from './actions.ts';

/** Longer than any caller's timeout, and less than the API's 29 s. */
const SILENCE_MS = 26_000;

/** What happens when a push is sent to this customer's phone. */
export interface Customer {
  /** Instead of a push. */
  refusal?: 'not-registered' | 'unavailable';
  /** Absent when the customer never answers. */
  decides?: { decision: Decision; afterS: number; lessCents?: number };
  /** How long the bank takes to answer the call after it sent the push. */
  answersAfterMs?: number;
}

/** A magic number, with texts for `docs/simulator.md`: what the bank does, and what the merchant sees. */
interface Magic {
  bank: string;
  merchant: string;
}

const decides = (decision: Decision, afterS = 2): Customer => ({ decides: { decision, afterS } });

export const MAGIC_PHONES: readonly (Magic & { phone: string; customer: Customer })[] = [
  {
    phone: '910000000',
    bank: 'confirms after 2 s, as any number not listed',
    merchant: '`paid`',
    customer: decides('approved'),
  },
  { phone: '910000001', bank: 'rejects after 2 s', merchant: '`failed`', customer: decides('rejected') },
  {
    phone: '910000002',
    bank: 'never answers',
    merchant: '`pending`; `cancelled` after the window of 4 minutes, unless approved or rejected by a control endpoint',
    customer: {},
  },
  {
    phone: '910000003',
    bank: 'is not registered with MB WAY: `E0506` immediately, nothing is pushed',
    merchant: '400 naming phoneNumber; another number may be tried',
    customer: { refusal: 'not-registered' },
  },
  {
    phone: '910000004',
    bank: 'answers 503, nothing is pushed',
    merchant: '502; the same call may be retried',
    customer: { refusal: 'unavailable' },
  },
  {
    phone: '910000005',
    bank: 'the push is sent, the response takes 26 s; approved after 5 s',
    merchant: '502, then `paid`; a repeat of the call after that is 400, already paid',
    customer: { ...decides('approved', 5), answersAfterMs: SILENCE_MS },
  },
  {
    phone: '910000006',
    bank: 'insufficient funds, declined after 2 s',
    merchant: '`failed`',
    customer: decides('no-funds'),
  },
  {
    phone: '910000008',
    bank: 'Timeout after 4 minutes; paid all the same a minute later',
    merchant: '`cancelled`, then `paid` with an exception `late`',
    customer: decides('approved-late', 300),
  },
  {
    phone: '910000016',
    bank: 'confirms after 2 s, of one cent less',
    merchant: '`pending` with an exception `underpaid`',
    customer: { decides: { decision: 'approved', afterS: 2, lessCents: 1 } },
  },
  {
    phone: '910000019',
    bank: 'neither accepted nor refused: `Declined` after 2 s with "abandoned" in the description',
    merchant: '`cancelled`',
    customer: decides('abandoned'),
  },
  {
    phone: '910000020',
    bank: 'not registered, but detected later: the push is accepted, `E0506` after 2 s',
    merchant: '`failed`',
    customer: decides('unregistered'),
  },
];

/** What happens to a reference of this amount. */
interface ReferencePlay {
  /** A payment of it so many seconds after its issue or its end; most references get none. */
  paid?: {
    after: 'issue' | 'end';
    seconds: number;
    decision: Decision;
    moreCents?: number;
    againAfterS?: number;
  };
  /** Overrides the requested end. */
  endsAfterS?: number;
}

const paidSoon = { after: 'issue', seconds: 2, decision: 'approved' } as const;

export const REFERENCE_AMOUNTS: readonly (Magic & { cents: number; play: ReferencePlay })[] = [
  { cents: 771_01, bank: 'paid 2 s after the issue', merchant: '`paid`', play: { paid: paidSoon } },
  {
    cents: 771_03,
    bank: 'ends one minute after the issue, instead of the requested end',
    merchant: '`expiresAt` in a minute; `cancelled` a quarter of an hour after that',
    play: { endsAfterS: 60 },
  },
  {
    cents: 771_04,
    bank: 'paid with one euro less',
    merchant: '`pending` with an exception `underpaid`',
    play: { paid: { ...paidSoon, moreCents: -100 } },
  },
  {
    cents: 771_05,
    bank: 'paid with one euro more',
    merchant: '`paid` with an exception `overpaid`',
    play: { paid: { ...paidSoon, moreCents: 100 } },
  },
  {
    cents: 771_06,
    bank: 'paid, and paid again 8 s later: another movement, the same reference',
    merchant: '`paid` with an exception `paid-twice`',
    play: { paid: { ...paidSoon, againAfterS: 8 } },
  },
  {
    cents: 771_08,
    bank: 'paid one hour after its end',
    merchant: '`cancelled`, then `paid` with an exception `late`',
    play: { paid: { after: 'end', seconds: 3_600, decision: 'approved-late' } },
  },
];

/** Amounts that SIBS refuses at the checkout, of both methods. */
export const CHECKOUT_AMOUNTS: readonly (Magic & {
  cents: number;
  refusal: 'unavailable' | 'unauthorized' | 'amount';
})[] = [
  {
    cents: 772_01,
    bank: 'the checkout (SIBS only) is answered 503',
    merchant: '502; the transaction stays usable',
    refusal: 'unavailable',
  },
  {
    cents: 772_03,
    bank: 'the checkout (SIBS only) is answered 401 by the API gateway in front',
    merchant: '502; the transaction stays usable',
    refusal: 'unauthorized',
  },
  {
    cents: 772_08,
    bank: 'the checkout (SIBS only) is refused with `10.107.0002`: outside the limits of the terminal',
    merchant: '400 naming amount; the transaction stays usable',
    refusal: 'amount',
  },
];

/** The simulated customer of an alias `351#9XXXXXXXX`. Numbers that are not listed approve. */
export function customerOf(phoneAlias: string): Customer {
  return MAGIC_PHONES.find(({ phone }) => phoneAlias === `351#${phone}`)?.customer ?? decides('approved');
}

/** What happens to a reference of this amount; nothing for most amounts. */
export function referencePlay(amountCents: number): ReferencePlay {
  return REFERENCE_AMOUNTS.find(({ cents }) => cents === amountCents)?.play ?? {};
}

/** How SIBS refuses a checkout of this amount, if it does. */
export function checkoutRefusal(amountCents: number) {
  return CHECKOUT_AMOUNTS.find(({ cents }) => cents === amountCents)?.refusal;
}
