import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTransactionId } from '../../functions/payments/ids.ts';
import type { Settling } from '../../functions/payments/settle/settle.ts';
import { sideBySide } from '../../functions/runtime/side-by-side.ts';
import { DEADLINE_MS, MAX_ATTEMPTS } from '../../functions/webhooks/plan.ts';
import { type HostedService, startHostedService } from '../hosted/support/hosted-service.ts';
import { attemptWith, transactionWith } from '../rig/transactions.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from './receiver.ts';

const BANK_ACCOUNT = 'sandbox';
const WRITERS = 8;
const HEALTHY_MERCHANTS = 5;
const HEALTHY_PATHS = Array.from({ length: HEALTHY_MERCHANTS }, (_, index) => `/ok/${index}`);
const BAD_PATHS = { hanging: '/hang/0', failing: '/fail/0' };
const WARM_UP_PATH = '/hang/1';
const WARM_UP_S = 20;
const MAX_WAIT_MS = 120_000;
const SETTLE_DOWN_MS = 1_000;
// A tenth of what AWS gives the two queues (`lib/constructs/delivery-pipeline.ts`).
const ENVIRONMENTS = 30;

export interface IsolationLoad {
  perSecond: number;
  /** Share of events that go to the bad endpoint, 0 to 1. */
  share: number;
  /** `hanging` never answers. `failing` answers 500 immediately: as many attempts, without waiting. */
  bad: keyof typeof BAD_PATHS;
  durationS: number;
}

export interface IsolationRun extends IsolationLoad {
  /** From settlement to receipt of the healthy merchants' events, in milliseconds. */
  waitsMs: number[];
  complaints: string[];
}

/** Whether an event goes to the bad endpoint. The share is evenly spread. */
function isBad(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}

/** One load on a fresh service. */
export async function isolationRun(load: IsolationLoad): Promise<IsolationRun> {
  const { perSecond, share, durationS, bad } = load;
  const service = await startHostedService({ environments: ENVIRONMENTS });
  const receiver = await startReceiver(join(service.folder, '.local', 'certificates'));
  const open = async (path: string): Promise<string> => {
    const webhookUrl = receiver.url + path;
    const bankAccount = service.outputs.DefaultBankAccount ?? '';
    return (await service.accounts.create({ name: 'Bench', status: 'active', bankAccount, webhookUrl })).merchantId;
  };
  try {
    const healthyIds = await sideBySide(HEALTHY_PATHS, 1, open);
    const badId = await open(BAD_PATHS[bad]);
    const settlings = settlingsOf(service);
    const owners = (seconds: number, badShare: number): string[] =>
      Array.from({ length: seconds * perSecond }, (_, index) =>
        isBad(index, badShare) ? badId : (healthyIds[index % HEALTHY_MERCHANTS] ?? ''),
      );
    // Occupies and so starts every environment, by an endpoint that hangs, and warms up their code by healthy ones.
    const hanging = Array<string>(4 * ENVIRONMENTS).fill(await open(WARM_UP_PATH));
    const warming = [...hanging, ...owners(WARM_UP_S, 0)];
    await settlings.settle(await settlings.prepare(warming), perSecond);
    const warm = warming.length + (MAX_ATTEMPTS - 1) * hanging.length;
    await eventually(() => receiver.arrivals.length >= warm, MAX_WAIT_MS);
    await sleep(DEADLINE_MS + SETTLE_DOWN_MS);
    receiver.arrivals.length = 0;

    const measured = owners(durationS, share);
    const ids = await settlings.prepare(measured);
    const healthy = measured.filter((owner) => owner !== badId).length;
    await settlings.settle(ids, perSecond);
    const arrived = () => receiver.arrivals.filter(({ path }) => HEALTHY_PATHS.includes(path));
    await eventually(() => arrived().length >= healthy, MAX_WAIT_MS);
    const waitsMs = arrived().map(({ arrivedAt, settledAt }) => arrivedAt - settledAt);
    return { ...load, waitsMs, complaints: complaintsIn(service) };
  } finally {
    // First, so that hanging requests end.
    receiver.stop();
    await service.stop();
  }
}

/** The functions' log lines at ERROR, and the host's warnings and errors. */
function complaintsIn({ log }: HostedService): string[] {
  return log.flatMap((entry) => {
    if (entry.kind === 'host') return entry.level === 'info' ? [] : [entry.text];
    return entry.kind === 'function' && entry.line.includes('"ERROR"') ? [`${entry.functionName} ${entry.line}`] : [];
  });
}

/** Writes transactions with a live push, and settles them by the code of the notification function at an even pace. */
function settlingsOf({ payments: { transactions, settle } }: HostedService) {
  const settleOne = async (transactionId: string) => {
    if ((await settle(paymentOf(transactionId))).kind !== 'written') throw new Error('a settling write was refused');
  };
  return {
    /** One for each merchant id. Returns their ids in that order. */
    prepare: (merchantIds: readonly string[]) =>
      sideBySide(merchantIds, WRITERS, async (merchantId) => {
        const transactionId = newTransactionId();
        await transactions.create(liveTransaction(transactionId, merchantId));
        return transactionId;
      }),
    settle: async (transactionIds: readonly string[], perSecond: number): Promise<void> => {
      const startedAt = performance.now();
      const writes: Promise<void>[] = [];
      for (const [index, transactionId] of transactionIds.entries()) {
        const aheadMs = startedAt + (index * 1_000) / perSecond - performance.now();
        if (aheadMs > 0) await sleep(aheadMs);
        writes.push(settleOne(transactionId));
      }
      await Promise.all(writes);
    },
  };
}

function liveTransaction(transactionId: string, merchantId: string) {
  const createdAt = Date.now();
  const fields = { transactionId, merchantId, bankAccount: BANK_ACCOUNT, createdAt, paymentMethod: 'MBWAY' as const };
  return {
    // Different order ids, as in production: the check of an order reads all its transactions.
    ...transactionWith({ ...fields, externalOrderId: transactionId }),
    dueAt: createdAt + 300_000,
    attempts: [attemptWith({ bankId: transactionId })],
    liveAttempt: 0,
  };
}

function paymentOf(transactionId: string): Settling {
  return {
    transactionId,
    from: 'pending',
    liveAttempt: 0,
    bankAccount: BANK_ACCOUNT,
    cause: 'bank-confirmed',
    attempt: { index: 0, bankId: transactionId, method: 'MBWAY' },
    otherMoney: undefined,
    paid: { amountCents: 1_000, receivedCents: 1_000, paidAtMs: null },
  };
}
