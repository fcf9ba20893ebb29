import { listInput } from '../../functions/dashboard/transactions/transactions-input.ts';
import { DAY_MS } from '../../functions/runtime/durations.ts';
import {
  type DashboardRig,
  merchantCaller,
  NOON_MS,
  paidWith,
  putMany,
  startDashboardRig,
  storedWith,
} from '../fixtures/dashboard/lists.ts';
import { type Figure, grouped, median, type Section } from './report.ts';

const MERCHANT = 'mer_many';
const DAYS = 365;
const CHUNK = 5_000;
const TIMES = 20;

const YEAR = { from: '2025-11-21', to: '2026-11-20' };
const QUERIES = {
  'the newest 50 of a year': { find: { period: { by: 'created', ...YEAR } } },
  'the newest 50 paid of a year': { find: { period: { by: 'paid', ...YEAR } } },
  'a day half a year ago': { find: { period: { by: 'created', from: '2026-05-20', to: '2026-05-20' } } },
  'one order': { find: { orderId: 'ORDER-77' } },
  'of a year, what failed (1 in 100)': {
    find: { period: { by: 'created', ...YEAR } },
    filters: { statuses: ['failed'] },
  },
} as const;

/** One merchant's list of few and of many transactions: the cost of a query must not grow with their number. */
export async function listSection({ quick }: { quick: boolean }): Promise<Section> {
  const sizes = quick ? [1_000, 20_000] : [1_000, 1_000_000];
  const measured: Map<string, QueryCost>[] = [];
  for (const size of sizes) measured.push(await measure(size));
  const figures = Object.keys(QUERIES).flatMap((name): Figure[] => [
    { name: `${name}: p50 ms`, values: measured.map((costs) => grouped(costs.get(name)?.ms ?? 0, 1)) },
    { name: '  calls, read units', values: measured.map((costs) => costText(costs.get(name))) },
  ]);
  return {
    title: `The list of transactions of a merchant that has ${sizes.map((size) => grouped(size)).join(', and ')}`,
    columns: sizes.map((size) => grouped(size)),
    figures,
    notes: [
      `The dashboard's function on the embedded engine, ${TIMES} times each, without API Gateway and sign-in. A query`,
      'with a filter scans at most 500 transactions and reports how many it scanned.',
    ],
  };
}

interface QueryCost {
  ms: number;
  calls: number;
  units: number;
}

function costText(query: QueryCost | undefined): string {
  return query ? `${query.calls}, ${grouped(query.units, 1)}` : '';
}

async function measure(size: number): Promise<Map<string, QueryCost>> {
  const rig = await startDashboardRig([MERCHANT]);
  try {
    await fill(rig, size);
    const costs = new Map<string, QueryCost>();
    for (const [name, request] of Object.entries(QUERIES)) costs.set(name, await query(rig, request));
    return costs;
  } finally {
    await rig.stop();
  }
}

/** Writes transactions spread evenly over a year. One in a hundred failed, the others are paid. */
async function fill(rig: DashboardRig, size: number): Promise<void> {
  const stepMs = (DAYS * DAY_MS) / size;
  for (let start = 0; start < size; start += CHUNK) {
    const items = Array.from({ length: Math.min(CHUNK, size - start) }, (_, offset) => {
      const number = start + offset;
      const settledAt = NOON_MS - Math.floor(number * stepMs);
      const paid = paidWith(settledAt, { merchantId: MERCHANT, externalOrderId: `ORDER-${number}` });
      return storedWith(number % 100 === 99 ? { ...paid, status: 'failed', paidAt: undefined } : paid);
    });
    await putMany(rig, items);
    process.stderr.write(`\r${grouped(Math.min(start + CHUNK, size))} of ${grouped(size)} transactions written `);
  }
  process.stderr.write('\n');
}

async function query(rig: DashboardRig, request: object): Promise<QueryCost> {
  const input = listInput.parse(request);
  const caller = merchantCaller(MERCHANT);
  const tookMs: number[] = [];
  const before = { ...rig.cost };
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = performance.now();
    await rig.list(input, caller);
    tookMs.push(performance.now() - startedAt);
  }
  const each = (total: number) => total / TIMES;
  return {
    ms: median(tookMs),
    calls: each(rig.cost.calls - before.calls),
    units: each(rig.cost.units - before.units),
  };
}
