import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import { meteredAssembly } from './metered-assembly.ts';
import { type MeteredCall, total } from './metered-call.ts';
import { type MeteringProxy, startMeteringProxy } from './metering-proxy.ts';

/** For one MB WAY payment: init, mbway, the bank's notification, three polls, one delivered webhook. */
export const PAYMENT_BUDGET = { writeUnits: 15, readUnits: 7, queueSends: 1 } as const;

export interface Ledger {
  /** What the service's functions called, in the order of the answers; the simulated bank's calls are left out. */
  calls: MeteredCall[];
  sums: Sums;
  /** What keeping the books cost for this payment, alone in its batch: after it, and not in its sums. */
  books: { calls: MeteredCall[]; sums: Sums };
}

interface Sums {
  writeUnits: number;
  readUnits: number;
  queueSends: number;
}

/** For the books of one payment: 4 write units for its totals, half a read unit for the audit of its order. */
export const BOOKS_BUDGET = { writeUnits: 4, readUnits: 0.5, queueSends: 0 } as const;

const PUSHED_UNTIL_APPROVED_MS = 2_000;
const LIMIT_MS = 40_000;

/**
 * Keeps the ledger of one payment on the hosted template, out of what the engine says each call consumed. The caller's
 * address has called before, as a merchant's server has: its first request ever costs one write unit more.
 */
export async function paymentLedger(): Promise<Ledger> {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-ledger-'));
  const proxy = await startMeteringProxy();
  try {
    meteredAssembly(LOCAL_ASSEMBLY_DIR, dir, proxy.endpoint);
    const service = await startBenchService(dir);
    try {
      proxy.leadTo({ dynamodb: service.host.endpoints.dynamodb, sqs: service.host.endpoints.sqs });
      return await keep(service, proxy);
    } finally {
      await service.stop();
    }
  } finally {
    await proxy.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function keep(service: BenchService, proxy: MeteringProxy): Promise<Ledger> {
  const client = apiClient(service.baseUrl, service.merchant.apiKey);
  await client.get('/anything');
  const begun = proxy.calls.length;
  const transactionId = await pay(client, service);
  await service.receiver.count(1, LIMIT_MS);
  await recorded(proxy, begun);
  await expectPaid(client, transactionId);
  client.close();
  await booked(proxy, begun);
  const made = proxy.calls.slice(begun);
  // The sweep runs by the clock, not for a payment, and the books are kept after it; the simulated bank is not part of
  // the service.
  const calls = made.filter(({ functionName }) => !/-simulator-|-payments-sweep$|-finance-books$/.test(functionName));
  const books = made.filter(({ functionName }) => functionName.endsWith('-finance-books'));
  return { calls, sums: sumsOf(calls), books: { calls: books, sums: sumsOf(books) } };
}

function sumsOf(calls: readonly MeteredCall[]): Sums {
  return {
    writeUnits: total(calls.map(({ writeUnits }) => writeUnits)),
    readUnits: total(calls.map(({ readUnits }) => readUnits)),
    queueSends: total(calls.map(({ queueSends }) => queueSends)),
  };
}

/** Init, mbway and two polls; the simulated customer approves 2 s later. */
async function pay(client: ApiClient, service: BenchService): Promise<string> {
  const created = await client.post('/payments/init', { orderId: 'ORDER-1', amount: 10.5 });
  const transactionId = String(created.body.transactionId);
  const pushed = await client.post('/payments/mbway', { transactionId, phoneNumber: '910000000' });
  if (pushed.status !== 200) throw new Error(`mbway answered ${pushed.status}: ${JSON.stringify(pushed.body)}`);
  await client.get(`/payments/status?transactionId=${transactionId}`);
  await sleep(PUSHED_UNTIL_APPROVED_MS / 2);
  await client.get(`/payments/status?transactionId=${transactionId}`);
  if (service.complaints.length > 0) throw new Error(service.complaints.join('\n'));
  return transactionId;
}

/** The delivery is recorded after the receiver's answer. */
function recorded(proxy: MeteringProxy, begun: number): Promise<void> {
  return seen(proxy, begun, '-webhooks-deliver', 'UpdateItem');
}

/** The totals are counted, and the order looked at. */
async function booked(proxy: MeteringProxy, begun: number): Promise<void> {
  await seen(proxy, begun, '-finance-books', 'TransactWriteItems');
  await seen(proxy, begun, '-finance-books', 'Query');
}

async function seen(proxy: MeteringProxy, begun: number, suffix: string, operation: string): Promise<void> {
  const endsAt = Date.now() + LIMIT_MS;
  const isIt = (call: MeteredCall) => call.functionName.endsWith(suffix) && call.operation === operation;
  while (!proxy.calls.slice(begun).some(isIt)) {
    if (Date.now() > endsAt) throw new Error(`no ${operation} of ${suffix} was seen`);
    await sleep(10);
  }
}

/** The third poll. */
async function expectPaid(client: ApiClient, transactionId: string): Promise<void> {
  const { body } = await client.get(`/payments/status?transactionId=${transactionId}`);
  if (body.status !== 'paid') throw new Error(`the payment is ${String(body.status)}, not paid`);
}
