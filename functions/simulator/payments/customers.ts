import { SILENCE_MS, type Trouble } from '../control/trouble.ts';
import type { Decision, Manner } from '../notify/actions.ts';
import { PUSH_WINDOW_MS } from './start.ts';

const WINDOW_S = PUSH_WINDOW_MS / 1_000;
const MINUTES = WINDOW_S / 60;

/** What happens when a push is sent to this customer's phone. */
export type Customer =
  | PushedCustomer
  | { push: 'not-registered' }
  | { push: 'unavailable' }
  /** The call has a trouble, and nothing is pushed. */
  | { push: 'troubled'; trouble: Trouble };

export interface PushedCustomer {
  push: 'sent' | 'sent-unanswered';
  /** Absent when the customer never answers. */
  decides?: Happening;
  /** What happens at the bank before or after that. */
  besides?: Happening;
  /** How long the bank takes to answer the call after it sent the push. */
  answersAfterS?: number;
}

/** What happens after the push. `afterS` is at least 1, because it is scheduled before the push is sent. */
export interface Happening {
  decision: Decision;
  afterS: number;
  manner?: Manner;
  /** The paid part of the amount; all of it when absent. */
  pays?: (amountCents: number) => number;
}

const APPROVES: Customer = { push: 'sent', decides: { decision: 'approved', afterS: 2 } };

/** A magic phone, with texts for `docs/simulator.md`: what the bank does, and what the merchant sees. */
interface MagicPhone {
  phone: string;
  bank: string;
  merchant: string;
  customer: Customer;
}

const approves = (manner: Manner): Customer => ({ push: 'sent', decides: { decision: 'approved', afterS: 2, manner } });

export const MAGIC_PHONES: readonly MagicPhone[] = [
  { phone: '910000000', bank: 'confirms after 2 s, as any number not listed', merchant: '`paid`', customer: APPROVES },
  {
    phone: '910000001',
    bank: 'rejects after 2 s',
    merchant: '`failed`',
    customer: { push: 'sent', decides: { decision: 'rejected', afterS: 2 } },
  },
  {
    phone: '910000002',
    bank: 'never answers',
    merchant:
      `\`pending\`; \`cancelled\` after the window of ${MINUTES} minutes, ` +
      'unless approved or rejected by a control endpoint',
    customer: { push: 'sent' },
  },
  {
    phone: '910000003',
    bank: 'is not registered with MB WAY: `E0506` immediately, nothing is pushed',
    merchant: '400 naming phoneNumber; another number may be tried',
    customer: { push: 'not-registered' },
  },
  {
    phone: '910000004',
    bank: 'answers 503, nothing is pushed',
    merchant: '502; the same call may be retried',
    customer: { push: 'unavailable' },
  },
  {
    phone: '910000005',
    bank: `the push is sent, the response takes ${SILENCE_MS / 1_000} s; approved after 5 s`,
    merchant: '502, then `paid`; a repeat of the call after that is 400, already paid',
    customer: { push: 'sent-unanswered', decides: { decision: 'approved', afterS: 5 } },
  },
  {
    phone: '910000006',
    bank: 'insufficient funds, declined after 2 s',
    merchant: '`failed`',
    customer: { push: 'sent', decides: { decision: 'no-funds', afterS: 2 } },
  },
  {
    phone: '910000007',
    bank: `confirms 5 s before the window of ${MINUTES} minutes ends`,
    merchant: '`paid`, just in time',
    customer: { push: 'sent', decides: { decision: 'approved', afterS: WINDOW_S - 5 } },
  },
  {
    phone: '910000008',
    bank: `Timeout after ${MINUTES} minutes; paid all the same a minute later`,
    merchant: '`cancelled`, then `paid` with an exception `late`',
    customer: { push: 'sent', decides: { decision: 'approved-late', afterS: WINDOW_S + 60 } },
  },
  {
    phone: '910000009',
    bank: 'confirms after 2 s, without a notification',
    merchant: '`paid` once the sweep has queried the bank, after the window',
    customer: approves('not-notified'),
  },
  {
    phone: '910000010',
    bank: 'confirms after 2 s; the notification is repeated 2 s later',
    merchant: '`paid`, one webhook',
    customer: approves('notified-twice'),
  },
  {
    phone: '910000011',
    bank: 'confirms after 2 s; a notification `Pending` is sent 2 s later',
    merchant: '`paid`, one webhook',
    customer: approves('pending-after'),
  },
  {
    phone: '910000012',
    bank: 'confirms after 2 s; inquiries answer `Pending` for another minute',
    merchant: '`paid`',
    customer: approves('status-lags'),
  },
  {
    phone: '910000013',
    bank: 'confirms after 2 s; before that a notification with a wrong authentication tag',
    merchant: '`paid`; the forged notification is refused and counted; many raise an alarm',
    customer: approves('forged-first'),
  },
  {
    phone: '910000014',
    bank: 'confirms after 2 s; refunded 8 s later, notified as `Success` of type `RFND` under another id',
    merchant: '`paid`, with a refund',
    customer: approves('refunded'),
  },
  {
    phone: '910000015',
    bank: 'confirms after 2 s; annulled 8 s later, notified as `Success` of type `CANC` under another id',
    merchant: '`paid`, with a refund',
    customer: approves('annulled'),
  },
  {
    phone: '910000016',
    bank: 'confirms after 2 s, of one cent less',
    merchant: '`pending` with an exception `underpaid`',
    customer: { push: 'sent', decides: { decision: 'approved', afterS: 2, pays: (cents) => Math.max(1, cents - 1) } },
  },
  {
    phone: '910000017',
    bank: 'half of the amount is paid after 2 s: `Partial`',
    merchant: '`pending` with an exception `underpaid`',
    customer: { push: 'sent', decides: { decision: 'in-part', afterS: 2, pays: (cents) => Math.ceil(cents / 2) } },
  },
  {
    phone: '910000018',
    bank: `\`InProcessing\` after 2 s, and no decision: Timeout after ${MINUTES} minutes`,
    merchant: '`pending`, then `cancelled`',
    customer: { push: 'sent', besides: { decision: 'in-process', afterS: 2 } },
  },
  {
    phone: '910000019',
    bank: 'neither accepted nor refused: `Declined` after 2 s with "abandoned" in the description',
    merchant: '`cancelled`',
    customer: { push: 'sent', decides: { decision: 'abandoned', afterS: 2 } },
  },
  {
    phone: '910000020',
    bank: 'not registered, but detected later: the push is accepted, `E0506` after 2 s',
    merchant: '`failed`',
    customer: { push: 'sent', decides: { decision: 'unregistered', afterS: 2 } },
  },
  {
    phone: '910000021',
    bank: 'confirms before the bank answers the call, which takes 4 s',
    merchant: '200 after 4 s, and `paid` by then',
    customer: { push: 'sent', decides: { decision: 'approved', afterS: 1 }, answersAfterS: 4 },
  },
  ...(['business-error', 'too-many', 'unauthorized', 'html'] as const).map(
    (trouble, index): MagicPhone => ({
      phone: `91000002${index + 2}`,
      bank: `the push is refused: see \`${trouble}\` below`,
      merchant: '502, nothing is pushed',
      customer: { push: 'troubled', trouble },
    }),
  ),
];

const BY_PHONE = new Map(MAGIC_PHONES.map(({ phone, customer }) => [phone, customer]));

/** The simulated customer of an alias `351#9XXXXXXXX`. Numbers that are not listed approve. */
export function customerOf(phoneAlias: string): Customer {
  return BY_PHONE.get(phoneAlias.slice('351#'.length)) ?? APPROVES;
}
