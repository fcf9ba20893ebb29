import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { listening } from '../../support/network/listening.ts';
import type { HostedService } from './hosted-service.ts';

const SHOP = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples', 'shop', 'shop.mjs');

/** An order as the shop has stored it. */
interface StoredOrder {
  status: string;
  transactionId: string | null;
  phone: string | null;
}

/**
 * The example shop as a process of its own, and the only way from it to the payment API, which can kill the shop while
 * an answer is on its way. What is recorded here is what happened outside of the shop.
 */
export async function startExampleShop(service: HostedService) {
  const [port, webhookPort] = [await freePort(), await freePort()];
  const account = await service.accounts.create({
    name: 'Loja da Esquina',
    status: 'active',
    bankAccount: service.outputs.DefaultBankAccount ?? '',
    webhookUrl: `https://localhost:${webhookPort}/webhook`,
  });
  /** The transactions that the service created for each order. */
  const created = new Map<string, Set<string>>();
  let killAt: string | undefined;
  let shop: ChildProcess | undefined;
  let ended = Promise.resolve();
  const localAddress = service.nextAddress();

  const gate = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await buffer(request);
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const answer = await fetch(service.baseUrl + path, {
      method: request.method ?? 'GET',
      headers: {
        ...{ authorization, 'content-type': 'application/json', 'x-local-source-address': localAddress },
        ...(key && { 'idempotency-key': String(key) }),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (path === '/payments/init' && answer.ok) {
      const { orderId } = JSON.parse(body.toString()) as { orderId: string };
      created.set(orderId, (created.get(orderId) ?? new Set()).add(JSON.parse(text).transactionId));
    }
    if (path === killAt) return void shop?.kill('SIGKILL');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const { origin, stop } = await listening(gate);

  const certificates = join(service.folder, '.local', 'certificates');
  const databaseFile = join(service.folder, 'shop.db');
  const env = {
    ...{ BASE_URL: origin, API_KEY: account.apiKey, WEBHOOK_SECRET: account.webhookSecret },
    ...{ SHOP_PORT: String(port), WEBHOOK_PORT: String(webhookPort) },
    ...{ TLS_CERT: join(certificates, 'receiver.pem'), TLS_KEY: join(certificates, 'receiver.key.pem') },
    ...{ DATABASE: databaseFile, PATH: process.env.PATH },
  };
  const start = async (): Promise<void> => {
    killAt = undefined;
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
    created,
    url: `http://localhost:${port}/`,
    start,
    /** From now on the shop is killed before it gets an answer from there; the next start ends that. */
    killAt: (path: string) => {
      killAt = path;
    },
    /** Resolves when the shop has been killed. */
    killed: () => ended,
    /** Places an order as the page does, which chooses its id. Answers the id. */
    place: async (order: object): Promise<string> => {
      const id = randomUUID();
      // The shop may be killed before it answers.
      await fetch(`http://localhost:${port}/orders/${id}`, { method: 'PUT', body: JSON.stringify(order) }).catch(
        () => undefined,
      );
      return id;
    },
    lastOrder: (): StoredOrder => {
      const database = new DatabaseSync(databaseFile, { readOnly: true });
      try {
        return database.prepare('SELECT * FROM orders ORDER BY createdAtMs DESC, rowid DESC').get() as never;
      } finally {
        database.close();
      }
    },
    stop: async (): Promise<void> => {
      shop?.kill('SIGKILL');
      await ended;
      await stop();
    },
  };
}
