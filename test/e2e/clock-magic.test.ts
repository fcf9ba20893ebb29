import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKOUT_AMOUNTS, REFERENCE_AMOUNTS } from '../../functions/simulator/amounts.ts';
import { MAGIC_PHONES } from '../../functions/simulator/customers.ts';
import { type HostedService, startHostedService } from '../support/hosted-service.ts';
import type { Shop } from './shop.ts';
import { payloads } from './webhook-payload.ts';

const DAY_MS = 86_400_000;

let hosted: HostedService;
beforeAll(async () => {
  hosted = await startHostedService();
});
afterAll(() => hosted.stop());

/** The stage's account of each provider. */
const ACCOUNTS = ['sandbox', 'sandbox-ifthenpay'] as const;
type Account = (typeof ACCOUNTS)[number];

interface Seen {
  /** Status code of the call that starts the payment. */
  started: number;
  status: unknown;
  events: string[];
  exceptions: string[];
}

const PAID = { started: 200, status: 'paid', events: ['payment.success'], exceptions: [] };
const CANCELLED = { started: 200, status: 'cancelled', events: ['payment.cancelled'], exceptions: [] };
const FAILED = { started: 200, status: 'failed', events: ['payment.failed'], exceptions: [] };
const PENDING = { started: 200, status: 'pending', events: [], exceptions: [] };
const UNDERPAID = { ...PENDING, exceptions: ['underpaid'] };
const LATE = { started: 200, status: 'paid', events: ['payment.cancelled', 'payment.success'], exceptions: ['late'] };
const REFUSED = (started: number) => ({ ...PENDING, started });
/** Never started, or started without an answer, and cancelled after 30 days or with the reference. */
const GIVEN_UP = (started: number) => ({ ...CANCELLED, started });

interface Row {
  /** As in the table of docs/simulator.md. */
  name: string;
  account: Account;
  method: 'MBWAY' | 'REFERENCE';
  amount: number;
  phone?: string;
}

const ROWS: Row[] = ACCOUNTS.flatMap((account) => [
  ...MAGIC_PHONES.map(({ phone }): Row => ({ name: phone, account, method: 'MBWAY', amount: 5.1, phone })),
  ...REFERENCE_AMOUNTS.map(({ cents }): Row => ({ name: String(cents), account, method: 'REFERENCE', amount: cents / 100 })),
  // Only SIBS has checkouts.
  ...CHECKOUT_AMOUNTS.filter(() => account === 'sandbox').flatMap(({ cents }): Row[] => [
    { name: `${cents} push`, account, method: 'MBWAY', amount: cents / 100, phone: '910000000' },
    { name: `${cents} reference`, account, method: 'REFERENCE', amount: cents / 100 },
  ]),
]);

interface Played extends Row {
  shop: Shop;
  transactionId: string;
  started: number;
}

async function start(row: Row): Promise<Played> {
  const shop = await hosted.shop('active', row.account);
  const transactionId = await shop.init(row.amount, row.name);
  const { status } = row.phone
    ? await shop.mbway(transactionId, row.phone)
    : await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
  return { ...row, shop, transactionId, started: status };
}

async function seen({ shop, transactionId, started }: Played): Promise<Seen> {
  const { status, exceptions } = await hosted.detail(transactionId);
  return {
    started,
    status,
    events: payloads(shop.hook).map(({ event }) => event),
    exceptions: exceptions.map(({ kind }) => kind),
  };
}
test('dump', { timeout: 600_000 }, async () => {
  const t0 = performance.now();
  const played = await Promise.all(ROWS.map(start));
  console.log('started', performance.now() - t0);
  for (const days of [3, 39]) {
    const t = performance.now();
    const jump = await hosted.host.advance(days * DAY_MS);
    console.log(days, jump.quiet, performance.now() - t, JSON.stringify(jump.calls));
    for (const row of played) console.log(days, row.account, row.name, JSON.stringify(await seen(row)));
  }
});
