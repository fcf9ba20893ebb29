import type { Delivery, Settlement, Transaction } from '../../../payments/transaction.ts';
import { eventKind, payloadOf } from '../../../webhooks/event.ts';
import type { ResendRecord } from '../../../webhooks/resend/resend-record.ts';
import { signedHeaders } from '../../../webhooks/signature.ts';
import { type Dated, SIGNATURE_HEADERS } from './entry.ts';

interface WebhookRecords {
  transaction: Transaction;
  resendRecords: readonly ResendRecord[];
  answers: ReadonlyMap<string, string>;
}

/** Every event of a transaction with its attempts and resends. */
export function webhookEntries({ transaction, resendRecords, answers }: WebhookRecords): Dated[] {
  return transaction.settlements.flatMap((settlement, index) => {
    const previous = resendRecords
      .filter(({ eventId }) => eventId === settlement.eventId)
      .sort((a, b) => a.delivery.resends - b.delivery.resends);
    const overtakenAt = transaction.settlements[index + 1]?.settledAt;
    const event = { transaction, settlement, answers, overtakenAt };
    return [
      ...previous.flatMap((each) => [...deliveryEntries(event, each.delivery), resentEntry(each)]),
      ...deliveryEntries(event, settlement.delivery),
    ];
  });
}

interface OfEvent {
  transaction: Transaction;
  settlement: Settlement;
  answers: ReadonlyMap<string, string>;
  /** When a newer event was recorded, if one was. */
  overtakenAt: number | undefined;
}

function resentEntry({ eventId, delivery, resentAt, who, why }: ResendRecord): Dated {
  return { atMs: resentAt, kind: 'resent', eventId, resends: delivery.resends + 1, who, why };
}

function deliveryEntries(event: OfEvent, delivery: Delivery): Dated[] {
  const { transaction, settlement } = event;
  const { resends, state } = delivery;
  const { eventId } = settlement;
  const payload = payloadOf(transaction, settlement);
  const atMs = delivery.resentAt ?? settlement.settledAt;
  const kind = eventKind(transaction, settlement);
  return [
    { atMs, kind: 'webhook', event: kind, eventId, resends, state, payload },
    ...delivery.attempts.map((_, index) => attemptEntry(event, delivery, index, payload)),
    ...endEntries(event, delivery),
  ];
}

function attemptEntry(event: OfEvent, { resends, attempts }: Delivery, index: number, payload: string): Dated {
  const { transaction, settlement, answers } = event;
  const { eventId } = settlement;
  const attempt = attempts[index];
  if (!attempt) throw new Error('timeline: no such attempt');
  const { startedAt, durationMs, outcome, statusCode = null } = attempt;
  const answer = answers.get(`${eventId}#${resends}#${index + 1}`) ?? null;
  return {
    atMs: startedAt,
    kind: 'webhook-attempt',
    ...{ eventId, resends, number: index + 1, durationMs, outcome, statusCode, answer },
    headers: headersOf(transaction, settlement, payload, startedAt),
  };
}

/** The headers by the very function that makes them, without a secret, and so without the signatures. */
export function headersOf(
  event: Pick<Transaction, 'transactionId'>,
  settlement: Settlement,
  payload: string,
  nowMs: number,
) {
  const headers = signedHeaders({
    body: Buffer.from(payload),
    kind: eventKind(event, settlement),
    eventId: settlement.eventId,
    secrets: { current: '' },
    nowMs,
  });
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SIGNATURE_HEADERS.includes(name)));
}

function endEntries({ settlement, overtakenAt }: OfEvent, delivery: Delivery): Dated[] {
  const { resends, state, outcome = null, attempts, requeues, resentAt } = delivery;
  if (state === 'pending') return [];
  const last = attempts.at(-1);
  const lastSign = Math.max(
    settlement.settledAt,
    resentAt ?? 0,
    requeues?.at ?? 0,
    last ? last.startedAt + last.durationMs : 0,
  );
  const timeIsKnown = outcome === null && (state === 'delivered' || state === 'not_delivered');
  return [
    {
      atMs: state === 'superseded' ? Math.max(lastSign, overtakenAt ?? 0) : lastSign,
      kind: 'webhook-ended',
      eventId: settlement.eventId,
      ...{ resends, state, outcome, timeIsKnown },
    },
  ];
}
