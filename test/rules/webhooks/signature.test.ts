import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import {
  contractSignature,
  newWebhookSecret,
  signedHeaders,
  webhookSecrets,
} from '../../../functions/webhooks/signature.ts';
import { signatureBy } from '../../support/payload.ts';
import { publishedBody as body, published } from '../../support/published-vectors.ts';

const [old, next] = [published('old secret'), published('new secret')];
const timestampS = Number(published('`webhook-timestamp`'));
const eventId = published('`webhook-id`');
type Secrets = Parameters<typeof signedHeaders>[0]['secrets'];
const sent = (secrets: Secrets, nowMs = timestampS * 1_000 + 257) =>
  signedHeaders({ body, kind: 'payment.success', eventId, secrets, nowMs });

describe('D22: the published test vectors', () => {
  it.each([
    ['by the old secret', { current: old }],
    ['by the new secret', { current: next }],
    ['during the rotation', { current: next, previous: { secret: old, until: timestampS * 1_000 + DAY_MS } }],
  ])('are what the service sends %s', (when, secrets) => {
    const headers = sent(secrets);
    expect(headers['X-Service-Signature']).toBe(published(`\`X-Service-Signature\` ${when}`));
    expect(headers['webhook-signature']).toBe(published(`\`webhook-signature\` ${when}`));
  });

  it.each(['old', 'new'])('agree by the %s secret with independent computations', (which) => {
    const secret = published(`${which} secret`);
    const hmac = createHmac('sha256', secret).update(body).digest('hex');
    expect(published(`\`X-Service-Signature\` by the ${which} secret`)).toBe(`sha256=${hmac}`);
    const signed = new Webhook(secret).sign(eventId, new Date(timestampS * 1_000), body.toString());
    expect(published(`\`webhook-signature\` by the ${which} secret`)).toBe(signed);
    expect(published('`webhook-signature` during the rotation').split(' ')).toContain(signed);
  });
});

describe('the headers of a webhook', () => {
  it('are those of the specification (§6.2) and of Standard Webhooks, and no other', () => {
    expect(sent({ current: old }, 1_700_000_000_999)).toEqual({
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Event': 'payment.success',
      'X-Service-Signature': signatureBy(body, old),
      'webhook-id': eventId,
      'webhook-timestamp': '1700000000',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('are signed by the new secret alone when the rotation is over', () => {
    const headers = sent({ current: next, previous: { secret: old, until: timestampS * 1_000 + 257 } });
    expect(headers).toEqual(sent({ current: next }));
  });
});

describe('the signature (§5.2.2)', () => {
  it('agrees with the second test vector of RFC 4231', () => {
    expect(contractSignature(Buffer.from('what do ya want for nothing?'), 'Jefe')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('is taken over raw bytes, not over text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3]);
    expect(contractSignature(bytes, 'a')).not.toBe(contractSignature(Buffer.from(bytes.toString()), 'a'));
  });
});

describe('the webhook secrets of a merchant', () => {
  const previous = { secret: old, until: 1_800_000_000_000 };

  it('begin as whsec_ and 32 random bytes in base64', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(secret);
  });

  it.each([{ current: next }, { current: next, previous }])('are read as they are: %o', (secrets) => {
    expect(webhookSecrets.parse(secrets)).toEqual(secrets);
  });

  it.each([
    ['no current secret', { previous }],
    ['a previous one without an end, which would count for ever', { current: next, previous: { secret: old } }],
    ['an end without a previous one', { current: next, previous: { until: previous.until } }],
  ])('are refused with %s', (_, secrets) => {
    expect(webhookSecrets.safeParse(secrets).success).toBe(false);
  });
});
