import type { Trouble } from '../control/trouble.ts';
import type { Decision, Manner } from '../notify/actions.ts';

/** A time relative to a reference: seconds after its issue, or after its end (negative: before). */
export interface When {
  after: 'issue' | 'end';
  seconds: number;
}

/** What happens to a reference of this amount. */
export interface ReferencePlay {
  /** A payment of it; most references get none. */
  paid?: { when: When; decision: Decision; cents?: number; manner?: Manner };
  /** Seconds from the issue to the notification of the generation. */
  generationNotifiedAfterS?: number;
  /** Overrides the requested end. */
  endsAfterS?: number;
  /** Trouble of the call that generates it. */
  trouble?: Trouble;
}

interface MagicAmount {
  cents: number;
  bank: string;
  merchant: string;
}

const soon = (manner?: Manner, cents?: number): ReferencePlay => ({
  paid: {
    when: { after: 'issue', seconds: 2 },
    decision: 'approved',
    ...(manner ? { manner } : {}),
    ...(cents === undefined ? {} : { cents }),
  },
});

/** Magic amounts of a payment reference, with texts for `docs/simulator.md`. */
export const REFERENCE_AMOUNTS: readonly (MagicAmount & { play: ReferencePlay })[] = [
  { cents: 771_01, bank: 'paid 2 s after the issue', merchant: '`paid`', play: soon() },
  {
    cents: 771_02,
    bank: 'paid one minute before its end',
    merchant: '`paid`',
    play: { paid: { when: { after: 'end', seconds: -60 }, decision: 'approved' } },
  },
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
    play: soon(undefined, 770_04),
  },
  {
    cents: 771_05,
    bank: 'paid with one euro more',
    merchant: '`paid` with an exception `overpaid`',
    play: soon(undefined, 772_05),
  },
  {
    cents: 771_06,
    bank: 'paid, and paid again 8 s later: another movement, the same reference',
    merchant: '`paid` with an exception `paid-twice`',
    play: soon('paid-twice'),
  },
  {
    cents: 771_07,
    bank: 'paid one minute after its end',
    merchant: '`paid`: the sweep queries the bank only later',
    play: { paid: { when: { after: 'end', seconds: 60 }, decision: 'approved-late' } },
  },
  {
    cents: 771_08,
    bank: 'paid one hour after its end',
    merchant: '`cancelled`, then `paid` with an exception `late`',
    play: { paid: { when: { after: 'end', seconds: 3_600 }, decision: 'approved-late' } },
  },
  {
    cents: 771_09,
    bank: 'paid, without a notification',
    merchant: '`paid` after its end; at ifthenpay after a night',
    play: soon('not-notified'),
  },
  { cents: 771_10, bank: 'paid; notified twice', merchant: '`paid`, one webhook', play: soon('notified-twice') },
  {
    cents: 771_11,
    bank: 'paid after 2 s; the generation is notified only after 6 s',
    merchant: '`paid`, one webhook',
    play: { ...soon(), generationNotifiedAfterS: 6 },
  },
  {
    cents: 771_12,
    bank: 'paid; inquiries answer `Pending` for another minute',
    merchant: '`paid`',
    play: soon('status-lags'),
  },
  { cents: 771_13, bank: 'paid; refunded 8 s later', merchant: '`paid`, with a refund', play: soon('refunded') },
  { cents: 771_14, bank: 'paid; annulled 8 s later', merchant: '`paid`, with a refund', play: soon('annulled') },
  {
    cents: 771_15,
    bank: 'half of the amount is paid: `Partial`',
    merchant: '`pending` with an exception `underpaid`',
    play: { paid: { when: { after: 'issue', seconds: 2 }, decision: 'in-part', cents: 385_58 } },
  },
  ...(['unavailable', 'html', 'business-error', 'lost-answer', 'late-html'] as const).map((trouble, index) => ({
    cents: 773_01 + index,
    bank: `the call that generates it: \`${trouble}\``,
    merchant: '502; the next call queries the bank first',
    play: { trouble },
  })),
];

/** Magic amounts of the checkout, for both methods. */
export const CHECKOUT_AMOUNTS: readonly (MagicAmount & { trouble: Trouble | 'amount-refused' })[] = [
  ...(['unavailable', 'too-many', 'unauthorized', 'html', 'business-error', 'lost-answer', 'late-html'] as const).map(
    (trouble, index) => ({
      cents: 772_01 + index,
      bank: `the checkout (SIBS only): \`${trouble}\``,
      merchant: '502; the transaction stays usable',
      trouble,
    }),
  ),
  {
    cents: 772_08,
    bank: 'the checkout (SIBS only) is refused with `10.107.0002`: outside the limits of the terminal',
    merchant: '400 naming amount; the transaction stays usable',
    trouble: 'amount-refused',
  },
];

const PLAYS = new Map(REFERENCE_AMOUNTS.map(({ cents, play }) => [cents, play]));
const CHECKOUT_TROUBLES = new Map(CHECKOUT_AMOUNTS.map(({ cents, trouble }) => [cents, trouble]));

/** What happens to a reference of this amount; nothing for most amounts. */
export function referencePlay(amountCents: number): ReferencePlay {
  return PLAYS.get(amountCents) ?? {};
}

/** The trouble of a checkout of this amount, if any. */
export function checkoutTrouble(amountCents: number): Trouble | 'amount-refused' | undefined {
  return CHECKOUT_TROUBLES.get(amountCents);
}
