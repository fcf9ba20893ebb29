import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { signedHeaders } from '../../../functions/webhooks/signature.ts';
import { publishedBody as body, published } from '../../support/published-vectors.ts';

const [old, next] = [published('old secret'), published('new secret')];
const timestampS = Number(published('`webhook-timestamp`'));
const eventId = published('`webhook-id`');

function sent(secrets: Parameters<typeof signedHeaders>[0]['secrets']) {
  return signedHeaders({ body, kind: 'payment.success', eventId, secrets, nowMs: timestampS * 1_000 + 257 });
}

describe('D22: the published test vectors', () => {
  test.each([
    ['by the old secret', { current: old }],
    ['by the new secret', { current: next }],
    ['during the rotation', { current: next, previous: { secret: old, until: timestampS * 1_000 + DAY_MS } }],
  ])('are what the service sends %s', (when, secrets) => {
    const headers = sent(secrets);
    expect(headers['X-Service-Signature']).toBe(published(`\`X-Service-Signature\` ${when}`));
    expect(headers['webhook-signature']).toBe(published(`\`webhook-signature\` ${when}`));
  });

  test.each(['old', 'new'])('agree by the %s secret with an independent computation of the signature', (which) => {
    const secret = published(`${which} secret`);
    const hmac = createHmac('sha256', secret).update(body).digest('hex');
    expect(published(`\`X-Service-Signature\` by the ${which} secret`)).toBe(`sha256=${hmac}`);
  });

  test.each(['old', 'new'])('verify by the %s secret with the Standard Webhooks library', (which) => {
    const secret = published(`${which} secret`);
    const signed = new Webhook(secret).sign(eventId, new Date(timestampS * 1_000), body.toString());
    expect(published(`\`webhook-signature\` by the ${which} secret`)).toBe(signed);
    expect(published('`webhook-signature` during the rotation').split(' ')).toContain(signed);
  });
});
