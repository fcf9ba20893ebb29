import { eventually } from '../../support/eventually.ts';
import { playBankRoutes, playControls } from './bank.ts';
import {
  endRotations,
  json,
  playChanges,
  playDeliveries,
  playExceptions,
  playMerchants,
  playMisuse,
  reconcile,
} from './commands.ts';
import { readCommands } from './help.ts';
import { readHooks } from './hooks.ts';
import { readLocal } from './local.ts';
import { type Played, playMagic, readMagic } from './magic.ts';
import { playNotices } from './notices.ts';
import { events, init, pay, playRefusals, reference, statusOf } from './payments.ts';
import { BROKEN, PLANTED, plant } from './plant.ts';
import { deliverAgain, loseMessages, stall } from './queues.ts';
import { advance, nowOf, type Stage } from './stage.ts';
import { readItem, readSecrets, readTables, restoredTable, writeItem } from './tables.ts';

/** One day of a service, in which each name that others rely on comes up. */
export async function playEverything(stage: Stage): Promise<void> {
  const day = await beginDay(stage);
  await readLocal(stage);
  const shops = await playMerchants(stage);
  const { loja, failing } = shops;
  await playRefusals(stage, loja, shops.pending);
  const magic = await playMagic(stage, loja);
  const undelivered = await pay(stage, failing);
  await eventually(async () => hasNextAttempt(await readItem(stage, 'Transactions', mainKey(undelivered))));
  await readTables(stage);
  // All four attempts, before webhooks are turned off.
  await advance(stage, { advance: '10s' });
  await playChanges(stage, shops);
  await pay(stage, failing);
  const issued = await init(stage, loja, 9);
  await reference(stage, loja, issued);
  await playControls(stage, loja, { ...loja, id: issued });
  await playBankRoutes(stage);
  await playNotices(stage, loja);
  for (const _ of ['once', 'twice']) await pay(stage, loja, 12.34, 'TWICE');
  const { transactionId: tested } = await json(stage, `merchant test-webhook ${loja.merchantId}`);
  await stall(stage, magic['910000000'], 0);
  await stall(stage, magic['771.01'], 3);
  await advance(stage, { advance: '61m' });
  await deliverAgain(stage, loja, magic['910000008'], ({ state }) => state === 'superseded');
  await readTables(stage);
  await json(stage, `transaction show ${tested}`);
  await plant(stage, loja.merchantId, Date.parse(await nowOf(stage)));
  await json(stage, `transaction show ${PLANTED}`);
  await playDeliveries(stage, failing, undelivered, day);
  await playExceptions(stage, magic['771.05'], 'overpaid');
  await statusOf(stage, loja, BROKEN);
  await reconcile(stage, day, (from) => bankLines(stage, day, from, magic));
  await playMisuse(stage);
  await events(stage, loja);
  await json(stage, 'smoke --local');
  await playTotals(stage, loja.merchantId, day);
  await json(stage, 'clock advance 1m');
  await json(stage, 'clock show');
  await readTables(stage);
  await endRotations(stage, loja);
  await advance(stage, { advance: '27h' });
  await readTables(stage);
  await json(stage, `restore --into transactions --from ${await restoredTable(stage, issued)} --dry-run`);
  await json(stage, 'merchant reseal --dry-run');
  readHooks(stage, [loja.webhookSecret, failing.webhookSecret]);
  readMagic(stage);
  await readCommands(stage);
  await readSecrets(stage);
}

/** At nine in the morning of the next day, so that no midnight lies in it. */
async function beginDay(stage: Stage): Promise<string> {
  const now = await nowOf(stage);
  const morning = new Date(now);
  morning.setUTCHours(24 + 9, 0, 0, 0);
  await advance(stage, { advanceMs: morning.getTime() - Date.parse(now) });
  return morning.toISOString().slice(0, 10);
}

/** A line of the bank's file for each way in which it can differ from what is recorded. */
async function bankLines(stage: Stage, day: string, from: string, magic: Played): Promise<string[]> {
  const midnight = Date.parse(from);
  const planted = await readItem(stage, 'Transactions', mainKey(PLANTED));
  await writeItem(stage, 'Transactions', { ...planted, paidAt: midnight + 60_000, amountCents: 1_001 });
  const before = new Date(midnight - 60_000).toISOString();
  return [
    `${day};payment;;;;${magic['910000000']};10,50;;`,
    `${day};payment;;;again;${magic['910000000']};10,50;;`,
    `${day};payment;;;;${magic['771.01']};700,00;;`,
    `${day};payment;;;;${magic['771.06']};771,06;1,00;1,00`,
    `${day};payment;;;;${magic['910000001']};10,50;;`,
    `${before};payment;;;;${magic['910000014']};10,50;;`,
    `${before};payment;;;;${PLANTED};10,01;;`,
    `${day};payment;;;foreign;;7,00;0;7,00`,
  ];
}

interface Redriven {
  queues: Record<string, { sent: number }>;
}

async function playTotals(stage: Stage, merchantId: string, day: string): Promise<void> {
  const counter = await readItem(stage, 'Totals', { day, item: merchantId });
  await writeItem(stage, 'Totals', { ...counter, 'paid.MBWAY.paid.n': 99 });
  const days = `--from ${day} --to ${day}`;
  await json(stage, `audit ${days} --merchant ${merchantId}`);
  await json(stage, `totals rebuild ${days} --merchant ${merchantId} --back 3`);
  await json(stage, `totals show ${days} --merchant ${merchantId} --by recorded`);
  await json(stage, `exceptions audit ${days} --merchant ${merchantId}`);
  await loseMessages(stage, merchantId, PLANTED);
  const { queues } = (await json(stage, 'deliveries redrive')) as unknown as Redriven;
  for (const [name, { sent }] of Object.entries(queues)) stage.met.add('redriven', { [name]: sent });
}

const mainKey = (transactionId: string) => ({ transactionId, item: 'main' });

function hasNextAttempt(item: object): boolean {
  return JSON.stringify(item).includes('"nextAttemptAt"');
}
