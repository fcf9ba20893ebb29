import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { startGate } from './gate.ts';
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

  const gate = await startGate(service, async ({ path, body, pass }) => {
    const answer = await pass();
    if (path.endsWith('/payments/init') && answer.status === 200) {
      const { orderId } = JSON.parse(body) as { orderId: string };
      const { transactionId } = JSON.parse(answer.bytes.toString()) as { transactionId: string };
      created.set(orderId, (created.get(orderId) ?? new Set()).add(transactionId));
    }
    if (killAt === undefined || !path.endsWith(killAt)) return answer;
    shop?.kill('SIGKILL');
    return null;
  });

  const certificates = join(service.folder, '.local', 'certificates');
  const databaseFile = join(service.folder, 'shop.db');
  const env = {
    ...{
      BASE_URL: gate.origin + new URL(service.baseUrl).pathname,
      API_KEY: account.apiKey,
      WEBHOOK_SECRET: account.webhookSecret,
    },
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
      await gate.stop();
    },
  };
}
