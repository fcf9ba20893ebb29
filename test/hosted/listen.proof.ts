import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { httpServer } from '../support/network/listening.ts';
import { startGate } from './support/gate.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

const LISTEN = join(import.meta.dirname, '..', '..', 'docs', 'examples', 'listen.mjs');
const PATIENT = { timeout: 60_000 };
/** After this a recent event is certain. */
const CERTAIN_AFTER_MS = 36_000;
/** Before anything that these tests settle. */
const FROM = ['--from', '2020-01-01T00:00:00Z'];

interface Instead {
  status: number;
  headers?: Record<string, string>;
}

interface Posted {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A merchant, the way from the program to the service, the merchant's receiver, and the program itself. */
async function desk() {
  const shop = await hosted.shop();
  const dir = mkdtempSync(join(tmpdir(), 'listen-'));
  const file = join(dir, 'listen.json');
  const calls: { path: string; atMs: number }[] = [];
  /** Answers of the gate instead of the service's, or what it makes of the service's; null cuts the connection. */
  const planted: (null | Instead | ((text: string) => Promise<string>))[] = [];
  const gate = await startGate(hosted, async ({ path, pass }) => {
    calls.push({ path, atMs: Date.now() });
    const instead = planted.shift();
    if (instead === null) return null;
    if (typeof instead === 'object') return { headers: {}, ...instead, bytes: Buffer.from('<html>') };
    const answer = await pass();
    return instead ? { ...answer, bytes: Buffer.from(await instead(answer.bytes.toString())) } : answer;
  });
  const posted: Posted[] = [];
  /** The answer to each post, 200 if there is none; undefined never answers. */
  let answers: (number: number) => number | undefined = () => 200;
  const receiver = await httpServer(async (request, response) => {
    posted.push({ headers: request.headers, body: await buffer(request) });
    const status = answers(posted.length);
    if (status !== undefined) response.writeHead(status).end();
  });

  const { apiKey, webhookSecret } = shop.account;
  const environment = { BASE_URL: `${gate.origin}/api/v1`, API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret };
  const children: ChildProcess[] = [];
  const listen = (args: string[], env: Record<string, string | undefined> = {}) => {
    const child = spawn(process.execPath, [LISTEN, ...args], {
      ...{ cwd: dir, env: { PATH: process.env.PATH, ...environment, ...env } },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output += String(text);
      });
    }
    // Not `exit`: by then all output has arrived.
    const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
    return { output: () => output, ended, end: (signal: NodeJS.Signals) => child.kill(signal) };
  };
  return {
    ...{ shop, file, calls, planted, posted, listen },
    url: `http://localhost:${receiver.port}/webhook`,
    answer: (next: typeof answers) => {
      answers = next;
    },
    stored: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).position : undefined),
    ids: () => posted.map(({ headers }) => String(headers['webhook-id'])),
    leave: async () => {
      for (const child of children) child.kill('SIGKILL');
      await gate.stop();
      await receiver.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A transaction that the customer has just approved; its webhook has arrived at the shop's own endpoint. */
async function paid(shop: Shop, orderId = 'ORDER-1'): Promise<string> {
  const transactionId = await shop.paid(10.5, orderId);
  await hosted.delivered(transactionId, 'delivered');
  return transactionId;
}

describe('docs/examples/listen.mjs', PATIENT, () => {
  test('posts recent events at once, and not again when they are certain; after a kill they come again, and none is lost', async () => {
    const { shop, url, file, calls, planted, listen, answer, posted, ids, stored, leave } = await desk();
    try {
      for (const order of ['ORDER-1', 'É \u009b2Jum pedido', 'ORDER-3']) {
        await paid(shop, order.replace('\u009b', '\u202e'));
      }
      const sent = shop.hook.requests.map(({ body }) => body.toString());
      const killed = listen([url, ...FROM]);
      answer((number) => (number === 3 ? void killed.end('SIGKILL') : 200));
      expect(await killed.ended).toBe('SIGKILL');
      expect(posted.map(({ body }) => body.toString())).toEqual(sent);
      expect(stored()).toEqual({ from: FROM[1] });

      // Before it asks again they are certain.
      planted.push(async (text) => {
        await hosted.host.advance(CERTAIN_AFTER_MS);
        return text.replace('"more":false', '"more":true');
      });
      const second = listen([url]);
      await eventually(() => calls.length === 3 && Buffer.from(stored()?.after ?? '', 'base64url').includes('tx_'));
      expect(ids().slice(3)).toEqual(ids().slice(0, 3));
      second.end('SIGINT');
      expect([await second.ended, second.output()]).toEqual([0, expect.stringMatching(/stopped/)]);
      const lines = second
        .output()
        .split('\n')
        .filter((line) => line.includes('payment.success'));
      expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}payment\.success {2}ORDER-1 {2}delivered {2}200$/);
      // What could move the cursor or turn the line around is not printed.
      expect(lines[1]).toContain('É ?2Jum pedido');

      await paid(shop, 'ORDER-4');
      const last = listen([url]);
      await eventually(() => posted.length > 6);
      expect(ids()).toHaveLength(7);
      expect(new Set(ids()).size).toBe(4);
      last.end('SIGTERM');
      expect(await last.ended).toBe(0);
      expect(readdirSync(join(file, '..'))).toEqual(['listen.json']);
    } finally {
      await leave();
    }
  });

  test('a receiver that answers 500, then 200, gets it again; only then is `next` stored', async () => {
    const { shop, url, listen, answer, posted, ids, stored, leave } = await desk();
    try {
      await paid(shop);
      await paid(shop, 'ORDER-2');
      const positions: unknown[] = [];
      answer((number) => {
        positions.push(stored());
        return number === 1 ? 500 : 200;
      });
      const program = listen([url, ...FROM]);
      await eventually(() => stored()?.after !== undefined);
      const [first, second] = ids();
      expect(ids()).toEqual([first, second, first]);
      expect(positions).toEqual(Array(3).fill({ from: FROM[1] }));
      expect(program.output()).toMatch(/ORDER-1 {2}delivered {2}500 refused\n/);
      expect(program.output()).toMatch(/1 refused: posted again in 1 s/);
      program.end('SIGINT');
      expect(await program.ended).toBe(0);
      expect(posted[2]?.body).toEqual(posted[0]?.body);
    } finally {
      await leave();
    }
  });

  test('the headers are those of the webhook, and openssl and the library of Standard Webhooks verify both signatures', async () => {
    const { shop, url, listen, posted, leave } = await desk();
    try {
      await paid(shop, 'É 1');
      const { webhookSecret } = shop.account;
      // As during a rotation: the former secret signs the contract's header, each signs the other.
      const program = listen([url, ...FROM], { WEBHOOK_SECRET: `whsec_Zm9ybWVy, ${webhookSecret}` });
      await eventually(() => posted.length > 0);
      const plain = listen([url, ...FROM, '--file', 'other.json']);
      await eventually(() => posted.length > 1);
      for (const { headers, body } of posted) {
        const text = body.toString();
        const names = shop.hook.requests[0]?.headers.map(([name]) => name.toLowerCase()) ?? [];
        expect(names.filter((name) => headers[name] === undefined)).toEqual([]);
        const webhooks = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        expect(new Webhook(webhookSecret).verify(text, webhooks)).toEqual(JSON.parse(text));
        expect(headers).toMatchObject({ 'user-agent': 'Service-Webhook/1.0', 'x-service-event': 'payment.success' });
      }
      const byOpenssl = (secret: string, input: Buffer | undefined) =>
        `sha256=${execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input }).toString().slice(0, 64)}`;
      expect(posted.map(({ headers }) => headers['x-service-signature'])).toEqual([
        byOpenssl('whsec_Zm9ybWVy', posted[0]?.body),
        byOpenssl(webhookSecret, posted[1]?.body),
      ]);
      for (const { output } of [program, plain]) {
        expect(output()).not.toContain(webhookSecret.slice(6, 20));
        expect(output()).not.toContain(shop.account.apiKey.slice(-20));
      }
    } finally {
      await leave();
    }
  });

  test('429, 502 and a broken connection: it waits, asks again, and says why', async () => {
    const { shop, url, calls, planted, listen, posted, leave } = await desk();
    try {
      await paid(shop);
      planted.push({ status: 502 }, null, { status: 429, headers: { 'Retry-After': '1' } });
      const program = listen([url, ...FROM]);
      await eventually(() => posted.length === 1);
      const pauses = calls.slice(1).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));
      expect(pauses).toHaveLength(3);
      for (const [index, atLeastMs] of [1_000, 2_000, 1_000].entries()) {
        expect(pauses[index]).toBeGreaterThanOrEqual(atLeastMs - 5);
      }
      expect(program.output()).toMatch(/502: asked again in 1 s\n.*asked again in 2 s\n.*429: asked again in 1 s\n/s);
    } finally {
      await leave();
    }
  });

  test('begins now without `--from`; says what is wrong; and never mixes two services in one file', async () => {
    const { shop, url, calls, listen, posted, stored, leave } = await desk();
    try {
      await paid(shop);
      await hosted.host.advance(CERTAIN_AFTER_MS);
      const program = listen([url]);
      await eventually(() => calls.length === 2 && stored()?.after !== undefined);
      program.end('SIGINT');
      await program.ended;
      expect(posted).toEqual([]);
      const refusals: [args: string[], env: Record<string, string | undefined>, code: number, text: RegExp][] = [
        [['--help'], {}, 0, /BASE_URL[\s\S]*Resends do not reach it[\s\S]*Exit status/],
        [[], {}, 2, /http:\/\/localhost/],
        [['https://shop.example/webhook'], {}, 2, /localhost/],
        [[url, '--form', 'now'], {}, 2, /--form/],
        [[url], { API_KEY: undefined, WEBHOOK_SECRET: ' , ' }, 2, /Missing: API_KEY, WEBHOOK_SECRET/],
        [[url], { API_KEY: `${shop.account.apiKey}\nx` }, 2, /API_KEY/],
        [[url], { BASE_URL: 'https://user:hidden@shop.example' }, 2, /BASE_URL/],
        [[url, ...FROM], {}, 2, /--from[\s\S]*listen\.json/],
        [[url], { BASE_URL: 'http://127.0.0.1:1/api/v1' }, 2, /listen\.json[\s\S]*--file/],
        [[url], { API_KEY: 'sk_wrong' }, 1, /401[\s\S]*API key is invalid/],
        [[url, '--file', 'b.json', '--from', 'today'], {}, 1, /400[\s\S]*from must be a time/],
      ];
      const ended = refusals.map(async ([args, env, code, text]) => {
        const { ended, output } = listen(args, env);
        expect([args, await ended, output()]).toEqual([args, code, expect.stringMatching(text)]);
        for (const hidden of [shop.account.apiKey, shop.account.webhookSecret, 'hidden', '   at ']) {
          expect(output()).not.toContain(hidden);
        }
      });
      await Promise.all(ended);
    } finally {
      await leave();
    }
  });
});
