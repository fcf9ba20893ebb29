import { createHmac } from 'node:crypto';

/**
 * What a webhook must be by the specification, written from its text and from nothing in `functions/`: the oracle of
 * every test that looks at a POST.
 */

/** What is known of a transaction before its event. */
interface TransactionFacts {
  transactionId: string;
  externalOrderId: string;
  amountCents: number;
}

/** What its event is about. */
interface EventFacts {
  /** `pending` in a test event alone. */
  status: 'pending' | 'paid' | 'failed' | 'cancelled';
  settledAt: number;
  paymentMethod: string | null;
  paidAt: number | null;
}

const EVENTS = {
  pending: 'webhook.test',
  paid: 'payment.success',
  failed: 'payment.failed',
  cancelled: 'payment.cancelled',
};

const timestamp = (timeMs: number) => new Date(timeMs).toISOString();

/** The payload of §6.3, its keys in the order of the specification. */
export function payloadBy(of: TransactionFacts, { status, settledAt, paymentMethod, paidAt }: EventFacts) {
  return {
    event: EVENTS[status],
    timestamp: timestamp(settledAt),
    data: {
      id: of.transactionId,
      externalOrderId: of.externalOrderId,
      amount: Number(`${Math.floor(of.amountCents / 100)}.${String(of.amountCents % 100).padStart(2, '0')}`),
      currency: 'EUR',
      paymentMethod,
      status,
      paidAt: paidAt === null ? null : timestamp(paidAt),
    },
  };
}

/** The same as the body's text. */
export const bodyBy = (of: TransactionFacts, event: EventFacts) => JSON.stringify(payloadBy(of, event));

/** `X-Service-Signature` of a body (§5.2.2). */
export const signatureBy = (body: Buffer | string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** `webhook-signature` of the Standard Webhooks, whose key is the secret's base64. */
export function standardSignatureBy(body: Buffer | string, secret: string, id: string, sentAtS: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${sentAtS}.`).update(body).digest('base64')}`;
}
