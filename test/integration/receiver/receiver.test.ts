import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { webhookSender } from '../../../functions/webhooks/deliver/sender.ts';
import { newWebhookSecret, signedHeaders } from '../../../functions/webhooks/signature.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../../lib/receiver/receiver.ts';
import { recordWith, settlementWith } from '../../rig/webhook-records.ts';
import { authority } from '../../support/network/webhook-servers.ts';
import { bodyBy } from '../../support/payload.ts';

/** Needs nothing but this machine. The webhooks are sent by the service's own sender. */

const secret = newWebhookSecret();
const send = webhookSender({ clock: Date.now, permitLoopback: true, extraAuthorities: [authority.ca] });
const receivers: Receiver[] = [];

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

async function receiverWith(options: Partial<ReceiverOptions> = {}) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const receiver = await startReceiver({ port: 0, secret, certificate: authority.certificate, log, ...options });
  receivers.push(receiver);
  return { receiver, lines };
}

function webhook(url: string, status: 'paid' | 'cancelled' = 'paid', signedWith = secret) {
  const body = Buffer.from(bodyBy(recordWith({ transactionId: `tx_${url}` }), settlementWith({ status })));
  const kind = status === 'paid' ? 'payment.success' : 'payment.cancelled';
  const headers = signedHeaders({ body, kind, eventId: 'e', secrets: { current: signedWith }, nowMs: Date.now() });
  return { url, headers, body };
}

describe('the demo receiver', () => {
  it('accepts a genuine webhook and prints one line', async () => {
    const { receiver, lines } = await receiverWith();
    expect(await send(webhook(receiver.url))).toMatchObject({ kind: 'delivered', statusCode: 200 });
    expect(receiver.received).toMatchObject([{ event: 'payment.success', status: 'paid', receivedAs: 'new' }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^verified, new +payment\.success +paid +10\.99 EUR {2}ORDER-1 {2}tx_/);
  });

  it('answers 401 in plain text (§5.2.3) to a wrong signature, a missing one, and a changed body', async () => {
    const { receiver } = await receiverWith();
    const refused = { kind: 'status', statusCode: 401, answer: 'signature does not match' };
    expect(await send(webhook(receiver.url, 'paid', newWebhookSecret()))).toMatchObject(refused);
    const genuine = webhook(receiver.url);
    const { 'X-Service-Signature': _, ...unsigned } = genuine.headers;
    expect(await send({ ...genuine, headers: unsigned })).toMatchObject(refused);
    const changed = Buffer.from(String(genuine.body).replace('10.99', '99.10'));
    expect(await send({ ...genuine, body: changed })).toMatchObject(refused);
    expect(receiver.received).toEqual([]);
  });

  it('recognises a repeat by id and event (§6.4.4)', async () => {
    const { receiver } = await receiverWith();
    for (let n = 0; n < 2; n++) await send(webhook(receiver.url));
    expect(receiver.received.map(({ receivedAs }) => receivedAs)).toEqual(['new', 'repeat']);
  });

  it('lets paid win, in whichever order the events come', async () => {
    const { receiver } = await receiverWith();
    for (const status of ['cancelled', 'paid', 'cancelled'] as const) await send(webhook(receiver.url, status));
    expect(receiver.received.map(({ receivedAs }) => receivedAs)).toEqual(['new', 'new', 'repeat']);
    const { receiver: other } = await receiverWith();
    for (const status of ['paid', 'cancelled'] as const) await send(webhook(other.url, status));
    expect(other.received.map(({ receivedAs }) => receivedAs)).toEqual(['new', 'outrun']);
  });

  it('fails as often as requested, then works', async () => {
    const { receiver } = await receiverWith({ failures: 2 });
    const classes = [];
    for (let n = 0; n < 3; n++) classes.push((await send(webhook(receiver.url))).kind);
    expect(classes).toEqual(['status', 'status', 'delivered']);
    expect(receiver.received).toMatchObject([{ receivedAs: 'new' }]);
  });

  it('waits as long as requested', async () => {
    const { receiver } = await receiverWith({ delayMs: 60_000 });
    const impatient = webhookSender({
      clock: Date.now,
      permitLoopback: true,
      extraAuthorities: [authority.ca],
      deadlineMs: 300,
    });
    expect(await impatient(webhook(receiver.url))).toMatchObject({ kind: 'timeout' });
  });
});

describe('the demo authority', () => {
  it('is made once and reused', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'demo-authority-'));
    const made = await createDemoAuthority(dir);
    expect(await createDemoAuthority(dir)).toEqual(made);
    expect(readFileSync(join(dir, 'ca.pem'), 'utf8')).toBe(made.ca);
  });
});
