import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { EventKind } from './event-kind.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/**
 * A merchant's webhook secret, and during a rotation the previous one, which counts until `until` (milliseconds since
 * the epoch; at most 24 h ahead, or cut short by "switch now", decision D22).
 */
export const webhookSecrets = z.object({
  current: z.string(),
  previous: z.optional(z.object({ secret: z.string(), until: z.int() })),
});
export type WebhookSecrets = z.infer<typeof webhookSecrets>;

/** A new secret: `whsec_` and 32 random bytes in base64, 50 characters. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The last four characters, by which a merchant recognizes its secret. */
export function secretEnd(secret: string): string {
  return secret.slice(-4);
}

/**
 * The value of `X-Service-Signature` (§5.2): HMAC-SHA256 of the raw body in lower-case hex. The key is the UTF-8 bytes
 * of the complete secret as the dashboard shows it, prefix included.
 */
export function contractSignature(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** One signature of the Standard Webhooks header, keyed with the bytes that the secret encodes in base64. */
export function standardSignature(body: Buffer, secret: string, eventId: string, timestampS: number): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  const content = Buffer.concat([Buffer.from(`${eventId}.${timestampS}.`), body]);
  return `v1,${createHmac('sha256', createSecretKey(key)).update(content).digest('base64')}`;
}

/**
 * The headers of one attempt (§6.2, decision D14), over the very bytes that are sent. `nowMs` is the time of the
 * attempt. While a rotation lasts the contract's header stays on the previous secret, since receivers that know only
 * the contract can check only one; the Standard Webhooks header carries a signature by each.
 */
export function signedHeaders(event: {
  body: Buffer;
  kind: EventKind;
  eventId: string;
  secrets: WebhookSecrets;
  nowMs: number;
}): Record<string, string> {
  const { body, kind, eventId, secrets, nowMs } = event;
  const previous = secrets.previous && nowMs < secrets.previous.until ? secrets.previous.secret : undefined;
  const timestampS = Math.floor(nowMs / 1000);
  const signers = previous === undefined ? [secrets.current] : [secrets.current, previous];
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': kind,
    'X-Service-Signature': contractSignature(body, previous ?? secrets.current),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signers.map((secret) => standardSignature(body, secret, eventId, timestampS)).join(' '),
  };
}
