import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { webhookSender } from '../../../../functions/webhooks/deliver/sender.ts';
import { checkWebhookUrl } from '../../../../functions/webhooks/endpoint/webhook-url.ts';

/** Needs nothing but this machine: a real listener on every local address, which no webhook may ever reach. */

const CLOSED = { permitLoopback: false };
const LOCAL = { permitLoopback: true };

// Ways to write 127.0.0.1 or this host in a URL.
const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
];

const listener = { port: 0, connections: 0 };
const server = createServer((socket) => {
  listener.connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  listener.port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(() => void server.close());

const send = (url: string, resolve = async (): Promise<string[]> => ['192.0.2.1']) =>
  webhookSender({ clock: () => Date.now(), ...CLOSED, deadlineMs: 2_000, resolve })({
    url,
    headers: {},
    body: Buffer.from('{}'),
  });

describe('nothing is sent', () => {
  it.each(LOOPBACK_SPELLINGS)('to this machine spelt %s', async (host) => {
    const url = `https://${host}:${listener.port}/webhook`;
    expect(checkWebhookUrl(url, CLOSED).ok).toBe(false);
    expect(await send(url)).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it.each(['127.0.0.1', '169.254.169.254', 'fd00:ec2::254'])('to a public name that leads to %s', async (address) => {
    const url = `https://shop.example:${listener.port}/webhook`;
    expect(await send(url, async () => [address])).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it('to a name with one forbidden address among public ones', async () => {
    const url = `https://shop.example:${listener.port}/webhook`;
    expect(await send(url, async () => ['8.8.8.8', '127.0.0.1'])).toMatchObject({ kind: 'blocked' });
    expect(listener.connections).toBe(0);
  });

  it('to a name that answers a public address when checked and a private one afterwards', async () => {
    // One look-up serves check and connection, so only the first answer can ever be connected to.
    let lookups = 0;
    const resolve = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['8.8.8.8']);
    expect(await send(`https://shop.example:${listener.port}/`, resolve)).toMatchObject({ kind: 'blocked' });
    expect(lookups).toBe(1);
    expect(listener.connections).toBe(0);
  });

  it('while allowed calls reach the listener', async () => {
    const local = webhookSender({ clock: () => Date.now(), ...LOCAL });
    const url = `https://127.1:${listener.port}/webhook`;
    expect(await local({ url, headers: {}, body: Buffer.from('{}') })).toMatchObject({ kind: 'reset' });
    expect(listener.connections).toBe(1);
  });
});

test('a name that becomes private is refused at the next POST, and accepted when it is permitted again', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.7'], ['127.0.0.1', '10.0.0.7'], ['::ffff:127.0.0.1'], ['127.0.0.1']];
  const before = listener.connections;
  let lookups = 0;
  const resolve = async () => answers[lookups++] ?? [];
  const local = webhookSender({ clock: () => Date.now(), ...LOCAL, resolve });
  const outcomes: string[] = [];
  for (const _ of answers) {
    const url = `https://rebind.example:${listener.port}/hook`;
    outcomes.push((await local({ url, headers: {}, body: Buffer.from('{}') })).kind);
  }
  expect(outcomes).toEqual(['reset', 'blocked', 'blocked', 'blocked', 'reset']);
  // The connection uses the addresses that were vetted: one lookup for each POST.
  expect([listener.connections - before, lookups]).toEqual([2, answers.length]);
});
