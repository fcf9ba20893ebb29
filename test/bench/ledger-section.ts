import { setTimeout as sleep } from 'node:timers/promises';
import { meteredAssembly } from './assemblies.ts';
import { type MeteredCall, type MeteringProxy, startMeteringProxy, total } from './metering.ts';
import type { Figure, Section } from './report.ts';
import { type BenchService, startBenchService } from './service.ts';

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
  sums: Sums;
}

interface Sums {
  writeUnits: number;
  readUnits: number;
  queueSends: number;
}

const PUSHED_UNTIL_APPROVED_MS = 2_000;
const MAX_WAIT_MS = 40_000;

/**
 * Measures the ledger of one payment on the hosted template, from the consumed capacity that the engine reports. The
 * caller's address is known already: its first request costs one more write unit.
 */
async function paymentLedger(): Promise<Ledger> {
  const proxy = await startMeteringProxy();
  try {
    const service = await startBenchService({ assembly: (from, to) => meteredAssembly(from, to, proxy.endpoint) });
    try {
      proxy.connectTo({ dynamodb: service.host.endpoints.dynamodb, sqs: service.host.endpoints.sqs });
      return await measure(service, proxy);
    } finally {
      await service.stop();
    }
  } finally {
    await proxy.close();
  }
}

async function measure(service: BenchService, proxy: MeteringProxy): Promise<Ledger> {
  await service.call('GET', '/anything');
  const begun = proxy.calls.length;
  const transactionId = await pay(service);
  await service.receiver.count(1, MAX_WAIT_MS);
  await recorded(proxy, begun);
  await expectPaid(service, transactionId);
  const made = proxy.calls.slice(begun);
  // The sweep runs on a schedule, and the simulated bank is not part of the service.
  const calls = made.filter(({ functionName }) => !/-simulator-|-payments-sweep$/.test(functionName));
  return { calls, sums: sumsOf(calls) };
}

function sumsOf(calls: readonly MeteredCall[]): Sums {
  return {
    writeUnits: total(calls.map(({ writeUnits }) => writeUnits)),
    readUnits: total(calls.map(({ readUnits }) => readUnits)),
    queueSends: total(calls.map(({ queueSends }) => queueSends)),
  };
}

/** Init, mbway and two polls; the simulated customer approves 2 s later. */
async function pay(service: BenchService): Promise<string> {
  const created = await service.call('POST', '/payments/init', { orderId: 'ORDER-1', amount: 10.5 });
  const transactionId = String(created.json.transactionId);
  const pushed = await service.call('POST', '/payments/mbway', { transactionId, phoneNumber: '910000000' });
  if (pushed.status !== 200) throw new Error(`mbway answered ${pushed.status}: ${pushed.text}`);
  await service.call('GET', `/payments/status?transactionId=${transactionId}`);
  await sleep(PUSHED_UNTIL_APPROVED_MS / 2);
  await service.call('GET', `/payments/status?transactionId=${transactionId}`);
  if (service.complaints.length > 0) throw new Error(service.complaints.join('\n'));
  return transactionId;
}

/** Waits until the delivery is recorded, after the receiver's answer. */
function recorded(proxy: MeteringProxy, begun: number): Promise<void> {
  return seen(proxy, begun, '-webhooks-deliver', 'UpdateItem');
}

async function seen(proxy: MeteringProxy, begun: number, suffix: string, operation: string): Promise<void> {
  const endsAt = Date.now() + MAX_WAIT_MS;
  const isIt = (call: MeteredCall) => call.functionName.endsWith(suffix) && call.operation === operation;
  while (!proxy.calls.slice(begun).some(isIt)) {
    if (Date.now() > endsAt) throw new Error(`no ${operation} of ${suffix} was seen`);
    await sleep(10);
  }
}

/** The third poll. */
async function expectPaid(service: BenchService, transactionId: string): Promise<void> {
  const { json } = await service.call('GET', `/payments/status?transactionId=${transactionId}`);
  if (json.status !== 'paid') throw new Error(`the payment is ${String(json.status)}, not paid`);
}
