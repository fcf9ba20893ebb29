import { createCipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isoTime } from '../../runtime/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields } from '../../runtime/logger.ts';
import type { Notice, NotifyAction } from '../payments/actions.ts';
import type { Checkout } from '../payments/checkout.ts';
import type { NotifyOutcome, Protocol } from '../payments/protocol.ts';
import { paymentDescription } from './payment-description.ts';
import { returnStatus } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Both codes are in SIBS's documents: "000" in those of 2026, "200" in earlier ones. */
const acknowledgement = z.object({ statusCode: z.enum(['000', '200']), notificationID: z.string() });

/** SIBS's tiers: a notification that failed at most so often is sent again after this pause, then given up. */
const NOTIFICATION_TIERS = [
  { failures: 5, pauseMs: 5 * MINUTE_MS },
  { failures: 9, pauseMs: HOUR_MS },
  { failures: 14, pauseMs: 2 * HOUR_MS },
  { failures: 20, pauseMs: 4 * HOUR_MS },
  { failures: 27, pauseMs: 6 * HOUR_MS },
  { failures: 35, pauseMs: 12 * HOUR_MS },
  { failures: 44, pauseMs: DAY_MS },
];

/** SIBS posts encrypted notifications to the address of the account. */
export const SIBS_PROTOCOL: Protocol = {
  async notify(checkout, action, { accounts, settings }) {
    const account = (await accounts.sibs()).find(({ name }) => name === checkout.account);
    if (!account) throw new Error(`no bank account ${checkout.account}`);
    const sealed = seal(notificationText(checkout, action), account.notificationKey);
    const { notificationBaseUrl } = await settings();
    return post(`${notificationBaseUrl}/${account.name}/notifications`, sealed, action.id);
  },
  pauseMs: (failures) => NOTIFICATION_TIERS.find((tier) => failures <= tier.failures)?.pauseMs,
};

/** Encrypts a notification: AES-256-GCM without padding. `key`: 32 bytes. All three parts are in base64. */
export function seal(plainText: string, key: Buffer) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return {
    ciphertext: ciphertext.toString('base64'),
    initializationVector: iv.toString('base64'),
    authenticationTag: cipher.getAuthTag().toString('base64'),
  };
}

/** Only HTTP 200 with the expected code and the same notificationID acknowledges a notification. */
async function post(
  url: string,
  { ciphertext, initializationVector, authenticationTag }: ReturnType<typeof seal>,
  id: string,
): Promise<NotifyOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        'Content-Type': 'text/plain',
        'X-Initialization-Vector': initializationVector,
        'X-Authentication-Tag': authenticationTag,
      },
      body: ciphertext,
    });
    if (response.status !== 200) return { kind: 'refused', detail: `status ${response.status}` };
    const parsed = acknowledgement.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) return { kind: 'refused', detail: 'body is no acknowledgement' };
    if (parsed.data.notificationID !== id) return { kind: 'refused', detail: 'acknowledges another notification' };
    return { kind: 'acknowledged' };
  } catch (error) {
    return { kind: 'refused', detail: `no answer: ${errorFields(error).errorName}` };
  }
}

/** The plain text of a notification. */
function notificationText(checkout: Checkout, { id, notice }: NotifyAction): string {
  const movement = `S${checkout.bankId.slice(2).toUpperCase()}`;
  return JSON.stringify({
    returnStatus: returnStatus(notice.statusCode, notice.statusDescription),
    ...paymentDescription({ ...checkout, paidCents: notice.amountCents }, notice),
    ...asRefund(checkout, notice),
    // SIBS sends a trailing space.
    transactionDateTime: `${isoTime(notice.occurredAtMs)} `,
    merchant: { transactionId: checkout.merchantTransactionId, terminalId: checkout.terminalId },
    ...(checkout.phone ? { token: { tokenType: 'MobilePhone', value: checkout.phone } } : {}),
    // Each movement has its own; a repeated notification has the same one.
    internalTransactionId: notice.operation === 'payment' ? movement : movement + id.slice(0, 8).toUpperCase(),
    notificationID: id,
  });
}

/**
 * A refund is a transaction of its own: another id, another type, and no reference. SIBS publishes the payment types
 * PURS and PREF only; RFND is chosen here.
 */
function asRefund({ bankId }: Checkout, { operation }: Notice) {
  if (operation !== 'refund') return {};
  return {
    transactionID: `${bankId}R`,
    paymentType: 'RFND',
    paymentReference: undefined,
    originalTransaction: { id: bankId },
  };
}
