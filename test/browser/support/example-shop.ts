import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import type { HostedService } from '../../support/hosted-service.ts';
import { listening } from '../../support/network/listening.ts';

const SHOP = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples', 'shop', 'shop.mjs');

/** The shop's second secret, as during a rotation. */
export const NEXT_SECRET = 'whsec_next';

/** A step under way is due in a minute, one to be tried again in seconds. */
const CLAIMED_MS = 30_000;

/** An order as the shop has stored it. */
export interface StoredOrder {
  id: string;
  status: string;
  transactionId: string | null;
  phone: string | null;
  step: string;
  dueAtMs: number | null;
}

/** The moment at which the shop is killed: a call reaches the service, or its answer is on the way back. */
export interface Moment {
  path: string;
  when: 'before' | 'after';
}

/**
 * The example shop as a process of its own, and the only way from it to the payment API, which sees every call and can
 * kill the shop at one. What is recorded here is what happened outside of the shop.
 */
export async function startExampleShop(service: HostedService) {
  const account = await service.accounts.create({
    name: 'Loja da Esquina',
    status: 'active',
    bankAccount: service.outputs.DefaultBankAccount ?? '',
  });
  /** The transactions that the service created for each order. */
  const created = new Map<string, Set<string>>();
  /** The path of each call. */
  const calls: string[] = [];
  let isCut = false;
  let killAt: Moment | undefined;
  /** Answers of the gate instead of the service's, by path, each once. */
  const planted = new Map<string, { status: number; body: string }[]>();
  let shop: ChildProcess | undefined;

  let ended = Promise.resolve();
  const kill = (): Promise<void> => {
    shop?.kill('SIGKILL');
    return ended;
  };

  const gate = createServer(async (request, response) => {
    const path = request.url ?? '';
    calls.push(path);
    if (isCut) return void response.destroy();
    const body = await buffer(request);
    const isMoment = (when: Moment['when']) => killAt?.when === when && path.startsWith(killAt.path);
    if (isMoment('before')) return void kill();
    const instead = planted.get(path)?.shift();
    if (instead)
      return void response.writeHead(instead.status, { 'content-type': 'application/json' }).end(instead.body);
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const answer = await fetch(service.baseUrl + path, {
      method: request.method ?? 'GET',
      headers: {
        ...{ authorization, 'content-type': 'application/json', 'x-local-source-address': '127.8.0.1' },
        ...(key && { 'idempotency-key': String(key) }),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }).catch(() => undefined);
    // The service has ended, while a killed shop's call was on its way.
    if (!answer) return void response.destroy();
    const text = await answer.text();
    if (path === '/payments/init' && answer.ok) {
      const { orderId } = JSON.parse(body.toString()) as { orderId: string };
      created.set(orderId, (created.get(orderId) ?? new Set()).add(JSON.parse(text).transactionId));
    }
    if (isMoment('after')) return void kill();
    const wait = answer.headers.get('retry-after');
    response.writeHead(answer.status, { 'content-type': 'application/json', ...(wait && { 'retry-after': wait }) });
    response.end(text);
  });
  const { origin, stop } = await listening(gate);

  const certificates = join(service.folder, '.local', 'certificates');
  const databaseFile = join(service.folder, 'shop.db');
  const [port, webhookPort] = [await freePort(), await freePort()];
  const webhookUrl = `https://localhost:${webhookPort}/webhook`;
  const receive = (url = webhookUrl) => service.accounts.setWebhook(account.merchantId, { url, enabled: true });
  await receive();

  const start = async (until?: Moment): Promise<void> => {
    await ended;
    killAt = until;
    const env = {
      ...{ BASE_URL: origin, API_KEY: account.apiKey },
      ...{ WEBHOOK_SECRET: `${account.webhookSecret}, ${NEXT_SECRET}` },
      ...{ SHOP_PORT: String(port), WEBHOOK_PORT: String(webhookPort) },
      ...{ TLS_CERT: join(certificates, 'receiver.pem'), TLS_KEY: join(certificates, 'receiver.key.pem') },
      ...{ DATABASE: databaseFile, PATH: process.env.PATH },
    };
    const child = spawn(process.execPath, [SHOP], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    shop = child;
    ended = new Promise((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => reject(new Error('the shop ended before it was ready')));
    });
  };
  await start();

  return {
    account,
    webhookUrl,
    created,
    calls,
    url: `http://localhost:${port}/`,
    /** `until`: the moment at which it is killed. */
    start,
    kill,
    /** Cuts the shop off from webhooks, or from the service too; `nothing` ends that. */
    cut: async (what: 'webhooks' | 'both' | 'nothing'): Promise<void> => {
      isCut = what === 'both';
      await receive(what === 'nothing' ? webhookUrl : 'https://localhost:1/webhook');
    },
    /** The page of the order asks the shop once. */
    visit: async (id: string): Promise<void> => {
      await (await fetch(`http://localhost:${port}/orders/${id}`)).text();
    },
    /** From now on the shop is killed at the moment; the next start ends that. */
    killAt: (moment: Moment) => {
      killAt = moment;
    },
    /** Resolves when the shop has been killed. */
    killed: () => ended,
    /** The next call of this path gets this answer, and does not reach the service. */
    plant: (path: string, status: number, body: string) =>
      void planted.set(path, [...(planted.get(path) ?? []), { status, body }]),
    /** How many planted answers of this path are left. */
    planted: (path: string) => planted.get(path)?.length ?? 0,
    /** Places an order as the page does, which chooses its id. */
    place: async (order: object | null, id: string = randomUUID()): Promise<Record<string, unknown>> => {
      const response = await fetch(`http://localhost:${port}/orders/${id}`, {
        method: 'PUT',
        body: JSON.stringify(order),
      });
      return (await response.json()) as Record<string, unknown>;
    },
    /** Makes an order older, and due. */
    makeOlder: (id: string, byMs: number): void => {
      const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
      const sql = 'UPDATE orders SET createdAtMs = createdAtMs - $byMs, dueAtMs = 0 WHERE id = $id';
      database.prepare(sql).run({ id, byMs });
      database.close();
    },
    /** A step that is to be tried again is due at once; one that is under way is not. */
    retry: (id: string): void => {
      const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
      const sql = 'UPDATE orders SET dueAtMs = 0 WHERE id = $id AND tries > 0 AND dueAtMs < $claimedMs';
      database.prepare(sql).run({ id, claimedMs: Date.now() + CLAIMED_MS });
      database.close();
    },
    /** Holds the lock of the shop's database while `during` runs. */
    locked: async (during: () => Promise<void>): Promise<void> => {
      const database = new DatabaseSync(databaseFile);
      database.exec('BEGIN IMMEDIATE');
      try {
        await during();
      } finally {
        database.close();
      }
    },
    orders: (): StoredOrder[] => rows(databaseFile, 'SELECT * FROM orders ORDER BY createdAtMs, rowid') as never,
    stop: async (): Promise<void> => {
      await kill();
      await stop();
    },
  };
}

function rows(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
