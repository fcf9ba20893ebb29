import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { contractSignature, newWebhookSecret, signedHeaders } from '../../../functions/webhooks/signature.ts';
import { signatureBy } from '../../support/payload.ts';

const run = promisify(execFile);
const body = Buffer.from('{"event":"payment.success","data":{"externalOrderId":"ação 🛒"}}');

function headersAt(nowMs: number, secrets: Parameters<typeof signedHeaders>[0]['secrets']) {
  return signedHeaders({ body, kind: 'payment.success', eventId: 'evt_1', secrets, nowMs });
}

describe('the signature', () => {
  it('is the one OpenSSL computes (§5.2.2) over the same bytes with the secret as shown', async () => {
    const secret = newWebhookSecret();
    const file = join(mkdtempSync(join(tmpdir(), 'webhook-signature-')), 'body');
    writeFileSync(file, body);
    const { stdout } = await run('openssl', ['dgst', '-sha256', '-hmac', secret, file]);
    expect(contractSignature(body, secret)).toBe(`sha256=${stdout.trim().split(' ').at(-1)}`);
  });

  it('agrees with the second test vector of RFC 4231', () => {
    expect(contractSignature(Buffer.from('what do ya want for nothing?'), 'Jefe')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('is taken over raw bytes, not over text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3]);
    expect(contractSignature(bytes, 'a')).not.toBe(contractSignature(Buffer.from(bytes.toString()), 'a'));
  });

  it('satisfies the verifier of Standard Webhooks', () => {
    const secret = newWebhookSecret();
    const headers = headersAt(Date.now(), { current: secret });
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'payment.success' });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });

  it('counts the time of the attempt in whole seconds', () => {
    expect(headersAt(1_700_000_000_999, { current: newWebhookSecret() })['webhook-timestamp']).toBe('1700000000');
  });
});

describe('the headers of a webhook', () => {
  it('are those of the specification (§6.2) and of Standard Webhooks, and no other', () => {
    const secret = newWebhookSecret();
    const headers = headersAt(1_700_000_000_000, { current: secret });
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Event': 'payment.success',
      'X-Service-Signature': signatureBy(body, secret),
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });
});

describe('during a rotation', () => {
  const now = Date.now();
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()];
  const during = headersAt(now, { current: fresh, previous: { secret: old, until: now + 1 } });
  const after = headersAt(now, { current: fresh, previous: { secret: old, until: now } });

  it('receivers that know only the contract verify with the old secret', () => {
    expect(during['X-Service-Signature']).toBe(signatureBy(body, old));
  });

  it('receivers of Standard Webhooks accept either secret', () => {
    for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, during)).not.toThrow();
  });

  it('only the new secret signs after it', () => {
    expect(after['X-Service-Signature']).toBe(signatureBy(body, fresh));
    expect(after['webhook-signature']).not.toContain(' ');
    expect(() => new Webhook(old).verify(body, after)).toThrow();
  });
});

describe('a new secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});
