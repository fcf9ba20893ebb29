import type { Stage } from './stage.ts';
import { writeItem } from './tables.ts';

const ATTEMPTS = ['delivered', 'status', 'timeout', 'refused', 'dns', 'tls', 'blocked', 'connection'];
const FAILURES = [
  ...['name-servers', 'unreachable', 'no-connection', 'no-handshake', 'reset', 'closed', 'unfinished'],
  ...['unreadable', 'self-signed', 'untrusted', 'chain', 'expired', 'not-yet-valid', 'wrong-name'],
  ...['no-tls', 'tls-version', 'client-certificate', 'handshake'],
];
const DELIVERIES = ['pending', 'delivered', 'not_delivered', 'skipped', 'superseded'];
const STATUSES = ['paid', 'failed', 'cancelled', 'failed', 'paid'];
const KINDS = [
  ...['late', 'paid-twice', 'order-paid-twice', 'underpaid', 'overpaid', 'foreign-currency', 'unclear-payment'],
  ...['bank-undecided', 'unknown-payment', 'unknown-refund'],
];
const REFUNDS = ['refund', 'reversal', 'annulment', 'chargeback', 'other'];
const OUTCOMES = ['refunded', 'kept', 'shipped', 'not-ours'];

/** Where the service has stored each of these values, it must be able to read them for ever. */
export const PLANTED = 'tx_made00000000000000000000';

/** It has no constraint. */
export const BROKEN = 'tx_made0000000000000000000b';

/** One transaction with every attribute, and every value of each closed set that a story of one day cannot come by. */
export async function plant(stage: Stage, merchantId: string, atMs: number): Promise<void> {
  const write = (item: Record<string, unknown>) => writeItem(stage, 'Transactions', item);
  await write({ transactionId: PLANTED, item: 'main', merchantId, ...transaction(atMs) });
  for (const startFaultKind of ['fault', 'unreachable']) {
    const transactionId = `${PLANTED.slice(0, -1)}${startFaultKind.at(0)}`;
    const started = { ...transaction(atMs), settlements: [], startFaults: 1, startFaultAt: atMs, startFaultKind };
    await write({ transactionId, item: 'main', merchantId, ...started });
  }
  await write({ transactionId: BROKEN, item: 'main', merchantId });
  for (const kind of KINDS) await write(exception(merchantId, kind, atMs));
  for (const kind of REFUNDS) await write(refund(kind, atMs));
  for (const outcome of OUTCOMES) await write(exception(merchantId, 'late', atMs, outcome));
}

function transaction(atMs: number) {
  const failures = FAILURES.map((failure) => attempt('tls', atMs, failure));
  const attempts = [...ATTEMPTS.map((outcome) => attempt(outcome, atMs)), ...failures];
  const start = { method: 'MBWAY', bankId: 'planted', statusId: 'planted', startedAt: atMs, endsAt: atMs + 1 };
  const starts = ['starting', 'live', 'ended'].map((state) => ({ ...start, state }));
  return {
    ...{ externalOrderId: 'PLANTED', amountCents: 1_000, status: 'paid', createdAt: atMs, paymentMethod: 'REFERENCE' },
    ...{ bankAccount: 'sandbox', attempts: starts, mb: { entity: '24000', reference: '000000000', expiresAt: atMs } },
    ...{ paidAt: atMs, paidBy: 2, paidOperation: 'planted', paidCents: 1_001, paidAtIsOurs: true },
    settlements: DELIVERIES.map((state, index) => ({
      ...{ eventId: `evt_${index}`, status: STATUSES[index], settledAt: atMs, paymentMethod: 'MBWAY', paidAt: null },
      delivery: {
        ...{ state, series: 1, done: 2, outcome: 'not_attempted', resentAt: atMs, nextAttemptAt: atMs },
        ...{ requeues: { count: 1, done: 2, at: atMs }, attempts },
      },
    })),
  };
}

function attempt(outcome: string, startedAt: number, failure?: string) {
  return { id: outcome, startedAt, durationMs: 1, outcome, statusCode: 500, ...(failure && { failure }) };
}

function refund(kind: string, returnedAt: number) {
  return {
    ...{ transactionId: PLANTED, item: `refund#${kind}`, refundId: kind, kind, type: 'RFND', amountCents: 1 },
    ...{ bankAccount: 'sandbox', originalBankId: null, noticeId: 'planted', returnedAt, recordedAt: returnedAt },
  };
}

function exception(merchantId: string, kind: string, openedAt: number, outcome?: string) {
  const time = new Date(openedAt).toISOString();
  const noted = { by: 'ana', at: openedAt };
  return {
    ...{ transactionId: PLANTED, item: `exception#${kind}#${outcome ?? 'planted'}`, kind, ofMerchant: merchantId },
    ...{ bankAccount: 'sandbox', bankId: 'planted', noticeId: null, expectedCents: 1, receivedCents: 2, openedAt },
    ...{ operationId: 'planted', bankTime: openedAt, detail: 'planted', siblingId: PLANTED, shard: 0 },
    ...{ state: outcome === undefined ? 'open' : 'closed', assigned: { to: 'rui', ...noted } },
    ...(outcome !== undefined && { closed: { outcome, note: 'noted', ...noted } }),
    exceptionKey: outcome === undefined ? `${merchantId}#${time}` : `~${time}#${merchantId}`,
  };
}
