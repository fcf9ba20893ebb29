import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOfLines } from '../../../functions/finance/totals/totals.ts';
import { totalsOn } from '../../../functions/finance/wiring.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { sideBySide } from '../../../functions/runtime/side-by-side.ts';
import { begin, type CommandShell, commandShell, type Ended } from '../../hosted/support/command-lines.ts';
import { payloads } from '../../hosted/support/hook-receiver.ts';
import { type HostedService, startHostedService } from '../../hosted/support/hosted-service.ts';
import type { Shop } from '../../hosted/support/shop.ts';
import { type LossyProxy, startLossyProxy } from '../../rig/lossy-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { backUp, loseItems, restoreTables } from './played-aws.ts';

// Needs the complete service. Judged by what the merchant received, what the API and the commands answer, and the
// amounts that this test paid.

/** More than a command writes at a time, so that it can be killed in the middle. */
const PAYMENTS = 12;
/** For a busy machine: only what is wrong waits so long. */
const SLOW_MS = 300_000;
const RESTORED = {
  transactions: 'payment-service-dev-restored-transactions',
  merchants: 'payment-service-dev-restored-merchants',
};

let service: HostedService;
let shell: CommandShell;
let close: () => Promise<Ended>;
let proxy: LossyProxy;
let shop: Shop;

beforeAll(async () => {
  service = await startHostedService();
  await service.load();
  // Commands reach the tables by the proxy.
  const { folder, host, hostFile } = service;
  proxy = await startLossyProxy(host.endpoints.dynamodb);
  const proxied = { ...host.clientEnvironment, AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint };
  writeFileSync(join(folder, '.local', 'host.json'), JSON.stringify({ ...hostFile, clientEnvironment: proxied }));
  ({ shell, close } = commandShell(folder));
  shop = await service.shop();
}, 300_000);
afterAll(async () => {
  await close();
  await proxy.close();
  await service.stop();
});

/** The shop at another address, because of the limit. */
const elsewhere = () => service.elsewhere(shop);
const pay = (amount: number) => elsewhere().paid(amount);

async function control(transactionId: string, action: string): Promise<void> {
  expect((await service.control('POST', `/payments/${transactionId}/${action}`)).status).toBe(200);
}

/** How often the merchant has received an event of each of these transactions. */
const received = (...transactionIds: string[]) =>
  transactionIds.map((id) => payloads(shop.hook).filter(({ data }) => data.id === id).length);
const notified = (...ids: string[]) => eventually(() => received(...ids).every((count) => count > 0), SLOW_MS);
/** Messages that reached the delivery: each leads to an attempt or is dropped. */
const relayed = () =>
  service.log.filter(
    (each) => each.kind === 'function' && /"(webhook attempted|delivery message dropped)"/.test(each.line),
  ).length;
const textsOf = (ids: string[]) => Promise.all(ids.slice(0, 5).map(async (id) => (await elsewhere().status(id)).text));

async function json<Content>(ended: Promise<Ended>): Promise<Content> {
  const { status, stdout, stderr } = await ended;
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Content;
}

const restoring = (into: keyof typeof RESTORED) => ['--into', into, '--from', RESTORED[into], '--json'];
interface Imported {
  imported: number;
  present: number;
}

test('0053: a lost table is restored into the running service: nothing is sent again, counted twice or forgotten', async () => {
  const fromMs = service.host.nowMs();
  const amounts = Array.from({ length: PAYMENTS }, (_, index) => 10 + index);
  const paid = await sideBySide(amounts, 2, pay);
  await notified(...paid);
  const [refunded = ''] = paid;
  await control(refunded, 'refund');
  const open = await elsewhere().push(70);
  const tested = await service.webhooks.sendTestEvent(shop.account.merchantId);
  await notified(tested);
  shop.hook.answers = () => ({ status: 503 });
  const undelivered = await pay(71);
  // Its last attempt is six seconds away: the copy is made before.
  const deliveryOf = async (id: string) => (await service.deliveriesOf(id))[0];
  await eventually(async () => (await deliveryOf(undelivered))?.attempts.length, SLOW_MS);
  await service.host.advance(0);

  const dataFile = join(service.folder, '.local', 'data', 'dynamo.db');
  const copy = join(service.folder, 'backup.db');
  backUp(dataFile, copy);

  // After the restore point, until the loss.
  shop.hook.answers = () => ({ status: 200 });
  await control(open, 'approve');
  const forgotten = await pay(72);
  await notified(open, forgotten);
  await eventually(async () => (await deliveryOf(undelivered))?.state === 'delivered', SLOW_MS);
  expect(await service.host.advance(MINUTE_MS)).toMatchObject({ quiet: true });
  const texts = await textsOf(paid);
  const { TransactionsTable = '', MerchantsTable = '' } = service.outputs;
  for (const table of [TransactionsTable, MerchantsTable]) await loseItems(service.client, table);
  await restoreTables(copy, service.client, {
    [TransactionsTable]: RESTORED.transactions,
    [MerchantsTable]: RESTORED.merchants,
  });

  const [sent, relayedBefore, startedMs] = [shop.hook.requests.length, relayed(), Date.now()];
  await json(shell('restore', ...restoring('merchants')));
  const killed = begin(service.folder, 'bin/restore.ts', restoring('transactions'), 0, {});
  proxy.changeAnswerOf('PutItem', (text) => {
    killed.child.kill('SIGKILL');
    return { status: 200, text };
  });
  expect((await killed.ended).status).toBeNull();
  // The shop goes on with the same key meanwhile.
  const meanwhile = await pay(73);
  await notified(meanwhile);
  const second = await json<Imported>(shell('restore', ...restoring('transactions')));
  expect(await service.host.advance(0)).toMatchObject({ quiet: true });
  const counts = { relayed: relayed() - relayedBefore - 1, sent: shop.hook.requests.length - sent - 1 };
  const tookMs = Date.now() - startedMs;
  expect(counts).toEqual({ relayed: 0, sent: 0 });
  expect(second.present, 'it was killed in the middle').toBeGreaterThan(0);
  // Main items, with that of the payment that has loaded the functions, and the refund; of the test event none.
  const items = PAYMENTS + 2 + 1 + 1;
  expect(second.imported + second.present).toBe(items);
  expect(second).toMatchObject({ read: items + 1, leftOut: 1, differentKeys: [] });
  expect(await textsOf(paid)).toEqual(texts);

  // What was open at the restore point: the bank is asked, and the event is sent again.
  expect(await service.host.advance(10 * MINUTE_MS)).toMatchObject({ quiet: true });
  expect(received(...paid, tested)).toEqual([...paid, tested].map(() => 1));
  expect(received(open, meanwhile, forgotten)).toEqual([2, 1, 1]);
  expect(shop.hook.requests.length - sent, 'of them two that were open').toBe(1 + 2);
  const ofUndelivered = payloads(shop.hook).filter(({ data }) => data.id === undelivered);
  expect(new Set(ofUndelivered.map((payload) => JSON.stringify(payload))).size).toBe(1);
  expect(
    payloads(shop.hook)
      .filter(({ data }) => data.id === open)
      .map(({ data }) => data),
  ).toEqual([...Array(2).fill(expect.objectContaining({ status: 'paid', amount: 70 }))]);
  expect((await elsewhere().status(forgotten)).status).toBe(404);

  const gross = amounts.reduce((sum, amount) => sum + amount, 70 + 71 + 73);
  const { readTotals } = totalsOn({ dynamo: service.client }, { transactions: TransactionsTable });
  const dayOf = (timeMs: number) => lisbonDay(lisbonDayName(timeMs)) as LisbonDay;
  const [from, to] = [dayOf(fromMs), dayOf(service.host.nowMs())];
  const wanted = { of: 'movements', from, to, end: to } as const;
  const { movements } = await readTotals(shop.account.merchantId, wanted);
  expect(balanceOfLines(movements)).toMatchObject({
    received: { count: PAYMENTS + 3, cents: 100 * gross },
    returned: { cents: 1_000 },
  });
  console.log(
    `restored ${second.imported + second.present} items in ${tookMs} ms, killed once: ` +
      `${counts.relayed} relayed, ${counts.sent} sent, 0 counted twice`,
  );
}, 900_000);
