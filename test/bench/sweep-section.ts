import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bundleDir } from '../../lib/bundling/bundle.ts';
import { startDynamo } from '../../lib/local/engines/dynamo.ts';
import { ACCOUNT, createTables, TABLES } from '../support/created-tables.ts';
import { type MeteredCall, startMeteringProxy, total } from './metering.ts';
import { type ChildProcess, startChild } from './processes.ts';
import { type Figure, grouped, type Section } from './report.ts';
import { deliver, putBacklog, type SweepBank, startSweepBank } from './sweep-backlog.ts';

const BANK_ANSWERS_AFTER_MS = 100;
const TIMEOUT_MS = 55_000;
const METERED = 400;
const MAX_SWEEPS = 10;

interface Swept {
  tookMs: number;
  cpuUs: number;
  /** Number of inquiries at the bank. */
  asked: number;
}

/** A backlog of pushes without a notification: the number of sweeps to clear it, and the cost of each transaction. */
export async function sweepSection({ quick }: { quick: boolean }): Promise<Section> {
  const count = quick ? 2_000 : 10_000;
  const bank = await startSweepBank(BANK_ANSWERS_AFTER_MS);
  try {
    // Units are counted in a separate run: the proxy would slow down the timed one.
    const calls = await meteredCalls(bank);
    bank.counts.atOnce = 0;
    const { sweeps, pending } = await clearBacklog(bank, count);
    return sectionOf({ count, calls, sweeps, pending, atOnce: bank.counts.atOnce });
  } finally {
    await bank.close();
  }
}

async function meteredCalls(bank: SweepBank): Promise<MeteredCall[]> {
  const proxy = await startMeteringProxy();
  try {
    return await withTable(async (client, engineEndpoint) => {
      proxy.connectTo({ dynamodb: engineEndpoint, sqs: engineEndpoint });
      await putBacklog(client, METERED);
      const child = await startSweep(bank, proxy.endpoint);
      await sweep(child);
      child.stop();
      return [...proxy.calls];
    });
  } finally {
    await proxy.close();
  }
}

/** Sweeps until nothing is pending. Settled transactions are delivered between the sweeps. */
async function clearBacklog(bank: SweepBank, count: number): Promise<{ sweeps: Swept[]; pending: number }> {
  return withTable(async (client, endpoint) => {
    await putBacklog(client, count);
    const child = await startSweep(bank, endpoint);
    const sweeps: Swept[] = [];
    let pending = count;
    while (pending > 0 && sweeps.length < MAX_SWEEPS) {
      const before = bank.counts.asked;
      sweeps.push({ ...(await sweep(child)), asked: bank.counts.asked - before });
      pending = await deliver(client);
    }
    child.stop();
    return { sweeps, pending };
  });
}

async function withTable<Answer>(work: (client: DynamoDBClient, endpoint: string) => Promise<Answer>): Promise<Answer> {
  const engine = await startDynamo();
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: engine.endpoint });
  try {
    await createTables(client);
    return await work(client, engine.endpoint);
  } finally {
    client.destroy();
    await engine.stop();
  }
}

/** One invocation, without its cold start. */
async function sweep(child: ChildProcess): Promise<Omit<Swept, 'asked'>> {
  const before = await child.ask<{ cpuUs: number }>({});
  const { tookMs } = await child.ask<{ tookMs: number }>({ event: {} });
  const { cpuUs } = await child.ask<{ cpuUs: number }>({});
  return { tookMs, cpuUs: cpuUs - before.cpuUs };
}

/** The deployed bundle in a separate process. */
async function startSweep(bank: SweepBank, dynamodb: string) {
  const account = {
    ...{ name: 'main', provider: 'sibs', baseUrl: bank.baseUrl, secretId: 'bank' },
    ...{ minimumCents: { MBWAY: 1, REFERENCE: 1 }, referenceDays: 3 },
  };
  const script = join(import.meta.dirname, 'function.child.ts');
  const child = startChild(script, [join(bundleDir('payments/sweep'), 'index.mjs'), String(TIMEOUT_MS)], {
    AWS_REGION: ACCOUNT.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_SDK_UA_APP_ID: 'sweep',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: bank.endpoint,
    TRANSACTIONS_TABLE: TABLES.transactions,
    DELIVERIES_QUEUE_URL: `${dynamodb}/000000000000/deliveries`,
    BANK_ACCOUNTS: JSON.stringify([account]),
  });
  await child.next();
  return child;
}

interface Measured {
  count: number;
  calls: MeteredCall[];
  sweeps: Swept[];
  pending: number;
  atOnce: number;
}

/** For one transaction of a full page, which shares the queries of `due`: its item, and its entry in `settled`. */
const BUDGET = { writeUnits: 2, readUnits: 1.1 } as const;

function sectionOf({ count, calls, sweeps, pending, atOnce }: Measured): Section {
  const asked = total(sweeps.map((sweep) => sweep.asked));
  const seconds = total(sweeps.map(({ tookMs }) => tookMs)) / 1_000;
  const ofEach = (operation: string) =>
    grouped(calls.filter((call) => call.operation === operation).length / METERED, 2);
  const writeUnits = total(calls.map((call) => call.writeUnits)) / METERED;
  const readUnits = total(calls.map((call) => call.readUnits)) / METERED;
  return {
    title: `Sweep of ${grouped(count)} pushes without a notification; the bank answers in ${BANK_ANSWERS_AFTER_MS} ms`,
    columns: [''],
    figures: [
      line('sweeps', String(sweeps.length)),
      ...sweeps.map((sweep, number) =>
        line(
          `  sweep ${number + 1}: settled, in seconds`,
          `${grouped(sweep.asked)}, ${grouped(sweep.tookMs / 1_000, 1)}`,
        ),
      ),
      line('left pending', grouped(pending)),
      line('transactions a second, while sweeping', grouped(asked / seconds)),
      line('maximum concurrent inquiries at the bank', grouped(atOnce)),
      line('processor time of the function for each, µs', grouped(total(sweeps.map(({ cpuUs }) => cpuUs)) / asked)),
      line(
        `calls for each (of ${METERED}): Query, GetItem, UpdateItem`,
        ['Query', 'GetItem', 'UpdateItem'].map(ofEach).join(', '),
      ),
      judged('write units for each', writeUnits, BUDGET.writeUnits),
      judged('read units for each', readUnits, BUDGET.readUnits),
    ],
    notes: [
      'The deployed bundle in a separate process, with the 55 s of an invocation, of which it begins work in 30.',
      'Engine and bank are on the same machine. Settled transactions leave the index between sweeps, as after their',
      'delivery.',
    ],
  };
}

function line(name: string, value: string): Figure {
  return { name, values: [value] };
}

function judged(name: string, value: number, budget: number): Figure {
  return { ...line(name, grouped(value, 2)), budget: `≤ ${budget}`, within: value <= budget };
}
