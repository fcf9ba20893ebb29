import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';
import { type HostedService, startHostedService } from '../hosted/support/hosted-service.ts';
import { eventually } from '../support/eventually.ts';
import { meteredAssembly } from './assemblies.ts';
import { type MeteredCall, type MeteringProxy, startMeteringProxy, total } from './metering.ts';
import type { Figure, Section } from './report.ts';

/** The cost of one MB WAY payment, call by call. */
export async function ledgerSection(): Promise<Section> {
  const { calls, sums } = await paymentLedger();
  return {
    title: 'Ledger of one MB WAY payment: init, mbway, notification, three polls, one webhook',
    columns: ['W', 'R', 'sends'],
    figures: [
      ...byCall(calls).map(line),
      {
        name: 'write units',
        values: [`${sums.writeUnits}`, '', ''],
        ...judged(sums.writeUnits, PAYMENT_BUDGET.writeUnits),
      },
      {
        name: 'read units',
        values: ['', `${sums.readUnits}`, ''],
        ...judged(sums.readUnits, PAYMENT_BUDGET.readUnits),
      },
      {
        name: 'SQS sends',
        values: ['', '', `${sums.queueSends}`],
        ...judged(sums.queueSends, PAYMENT_BUDGET.queueSends),
      },
    ],
    notes: [
      'As reported by the embedded engine. Not included: SQS receives and deletes and stream reads (made by Lambda,',
      "not by the functions), the sweep (4 read units a minute for any number of payments), and an address's first",
      'request (1 W).',
    ],
  };
}

function judged(figure: number, budget: number): Pick<Figure, 'budget' | 'within'> {
  return { budget: `≤ ${budget}`, within: figure <= budget };
}

interface Group {
  name: string;
  calls: MeteredCall[];
}

/** Groups equal calls of the same function, in order of their first call. */
function byCall(calls: readonly MeteredCall[]): Group[] {
  const groups = new Map<string, MeteredCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return [...groups].map(([name, members]) => ({ name, calls: members }));
}

function nameOf({ functionName, operation, target, units, remark }: MeteredCall): string {
  const fn = functionName.replace(/^payment-service-dev-/, '');
  const resource = target
    .replace(/-[0-9a-f]{8}$/, '')
    .replace(/.*-/, '')
    .replace(/[0-9A-F]{8}$/, '');
  const indexes = units.filter(({ source }) => source !== 'table').map(({ source }) => source);
  return [fn, operation, [resource, ...indexes].join('+'), remark && `(${remark})`].filter(Boolean).join('  ');
}

function line({ name, calls }: Group): Figure {
  const sum = (pick: (call: MeteredCall) => number) => total(calls.map(pick));
  const values = [
    sum(({ writeUnits }) => writeUnits),
    sum(({ readUnits }) => readUnits),
    sum(({ queueSends }) => queueSends),
  ];
  return { name: `${calls.length} × ${name}`, values: values.map((value) => (value === 0 ? '' : `${value}`)) };
}

/** For one MB WAY payment: init, mbway, the bank's notification, three polls, one delivered webhook. */
const PAYMENT_BUDGET = { writeUnits: 16, readUnits: 7.5, queueSends: 1 } as const;

interface Ledger {
  /** Calls of the service's functions in order of their answers, without those of the simulated bank. */
  calls: MeteredCall[];
  sums: Record<'writeUnits' | 'readUnits' | 'queueSends', number>;
}

/**
 * Measures the ledger of one payment on the hosted template, from the consumed capacity that the engine reports. The
 * caller's address is known already: its first request costs one more write unit.
 */
async function paymentLedger(): Promise<Ledger> {
  const proxy = await startMeteringProxy();
  const assemblyDir = mkdtempSync(join(tmpdir(), 'payment-service-ledger-'));
  meteredAssembly(LOCAL_ASSEMBLY_DIR, assemblyDir, proxy.endpoint);
  const service = await startHostedService({ assemblyDir });
  try {
    proxy.connectTo({ dynamodb: service.host.endpoints.dynamodb, sqs: service.host.endpoints.sqs });
    return await measure(service, proxy);
  } finally {
    await service.stop();
    await proxy.close();
    rmSync(assemblyDir, { recursive: true, force: true });
  }
}

/** Init, mbway and three polls, the last one when the delivery is recorded. */
async function measure(service: HostedService, proxy: MeteringProxy): Promise<Ledger> {
  const shop = await service.shop();
  await shop.call('GET', '/anything');
  const begun = proxy.calls.length;
  const transactionId = await shop.init();
  const pushed = await shop.mbway(transactionId, '910000002');
  if (pushed.status !== 200) throw new Error(`mbway answered ${pushed.status}: ${pushed.text}`);
  for (let poll = 0; poll < 2; poll += 1) await shop.status(transactionId);
  await service.control('POST', `/payments/${transactionId}/approve`);
  const isRecorded = ({ functionName, operation }: MeteredCall) =>
    functionName.endsWith('-webhooks-deliver') && operation === 'UpdateItem';
  await eventually(() => proxy.calls.slice(begun).some(isRecorded));
  const { json } = await shop.status(transactionId);
  if (json.status !== 'paid') throw new Error(`the payment is ${String(json.status)}, not paid`);
  // The sweep runs on a schedule, and the simulated bank is not part of the service.
  const calls = proxy.calls
    .slice(begun)
    .filter(({ functionName }) => !/-simulator-|-payments-sweep$/.test(functionName));
  const sum = (pick: (call: MeteredCall) => number) => total(calls.map(pick));
  return {
    calls,
    sums: {
      writeUnits: sum(({ writeUnits }) => writeUnits),
      readUnits: sum(({ readUnits }) => readUnits),
      queueSends: sum(({ queueSends }) => queueSends),
    },
  };
}
