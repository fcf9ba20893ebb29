import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TransactionDetail } from '../../../lib/operator/transaction/transaction-detail.ts';
import { type Hook, payloads } from '../../hosted/support/hook-receiver.ts';
import { httpCall, type Reply, type Sent } from '../../hosted/support/http-call.ts';
import { eventually } from '../../support/eventually.ts';

// A merchant that continues paying while parts of the service are killed, and the checks of the result.

/** Between payments, so that the last of a batch are still running when the first are notified. */
export const APART_MS = 200;
const MAX_REFUSED = 2;

/** An answer of the API, for the message of a failure; status 0 where the connection broke. */
interface Answer {
  /** Number of the payment. */
  n: number;
  path: string;
  status: number;
}

interface PatientMerchant {
  /** Begins this many payments of `n` + 0.50 EUR, with `n` counted from 0. */
  begin(count: number): void;
  /** The transaction ids, in order, once each payment is started at the bank. */
  started(): Promise<string[]>;
  /** Number of begun payments. */
  begun(): number;
}

interface Merchant {
  port: number;
  apiKey: string;
  /** Prefix of each order id. */
  prefix: string;
  /** Network of this merchant's source addresses, such as `127.2.0`. */
  network: string;
}

/**
 * Repeats each call until it is answered 200, across restarts and lost answers. After a lost answer or a 5xx, "already
 * paid" ends it too.
 */
export function patientMerchant({ port, apiKey, prefix, network }: Merchant): PatientMerchant {
  const answers: Answer[] = [];
  const paying: Promise<string>[] = [];

  async function callUntilDone(n: number, path: string, body: Sent['body']): Promise<Reply['json']> {
    const options = { key: apiKey, localAddress: `${network}.${n + 1}`, body };
    let wasLost = false;
    return eventually(
      async () => {
        const url = `http://127.0.0.1:${port}`;
        const reply = await httpCall(url, 'POST', `/api/v1/payments${path}`, options).catch(() => undefined);
        const { status = 0, text = '' } = reply ?? {};
        if (status === 400 && wasLost && text.includes('already paid')) return {};
        answers.push({ n, path, status });
        if (reply?.status === 200) return reply.json;
        wasLost ||= status === 0 || status >= 500;
        // Stays within the limit of 30 requests a minute.
        await sleep(2_100);
        return undefined;
      },
      600_000,
      () => answers.filter((answer) => answer.path === path && answer.status !== 200).at(-1),
    );
  }

  async function pay(n: number, afterMs: number): Promise<string> {
    await sleep(afterMs);
    const { transactionId } = await callUntilDone(n, '/init', { orderId: `${prefix}-${n}`, amount: n + 0.5 });
    await callUntilDone(n, '/mbway', { transactionId, phoneNumber: '910000000' });
    return String(transactionId);
  }

  return {
    begin: (count) => {
      const first = paying.length;
      paying.push(...Array.from({ length: count }, (_, position) => pay(first + position, position * APART_MS)));
    },
    begun: () => paying.length,
    started: () => Promise.all(paying),
  };
}

/**
 * Which POSTs are refused, in order of arrival: every third, so that kills hit deliveries between attempts, but at most
 * two for one event, so that every event can be delivered.
 */
export function refusals(hook: Hook): boolean[] {
  const refused = new Map<unknown, number>();
  return payloads(hook).map(({ data }, index) => {
    const before = refused.get(data.id) ?? 0;
    if ((index + 1) % 3 !== 0 || before === MAX_REFUSED) return false;
    refused.set(data.id, before + 1);
    return true;
  });
}

interface Outcome {
  port: number;
  hook: Hook;
  prefix: string;
  transactionIds: readonly string[];
  detail: (transactionId: string) => Promise<TransactionDetail>;
  /** Maximum unrecorded POSTs of one event: a crash may repeat one (invariant 5). */
  maxUnrecorded: number;
}

/** Waits until every event is delivered and compares each payment with what happened outside the service. */
export async function expectConsistent(outcome: Outcome): Promise<void> {
  const { transactionIds, detail } = outcome;
  // Sequentially: each query uses the service's processor too.
  for (const id of transactionIds) {
    let seen: unknown;
    await eventually(
      async () => {
        const { status, settlements } = await detail(id);
        seen = { id, status, settlements };
        return settlements.at(-1)?.delivery.state === 'delivered';
      },
      600_000,
      () => seen,
    );
  }
  for (const [n, id] of transactionIds.entries()) await expectPaidOnce(n, id, outcome);
  const strangers = payloads(outcome.hook).filter(({ data }) => !transactionIds.includes(String(data.id)));
  expect(strangers).toEqual([]);
}

async function expectPaidOnce(n: number, id: string, { port, hook, prefix, detail, maxUnrecorded }: Outcome) {
  const { settlements } = await detail(id);
  expect(settlements).toHaveLength(1);
  const recorded = settlements[0]?.delivery.attempts.length ?? 0;
  expect(recorded).toBeLessThanOrEqual(4);
  const posted = payloads(hook).filter(({ data }) => data.id === id);
  expect(new Set(posted.map((payload) => JSON.stringify(payload))).size).toBe(1);
  expect(posted[0]).toMatchObject({
    event: 'payment.success',
    data: { amount: n + 0.5, externalOrderId: `${prefix}-${n}` },
  });
  expect(posted.length).toBeGreaterThanOrEqual(recorded);
  expect(posted.length).toBeLessThanOrEqual(recorded + maxUnrecorded);
  const seen = await httpCall(`http://127.0.0.1:${port}`, 'GET', `/simulator/control/payments/${id}`);
  expect(seen.json).toMatchObject({ pushes: 1 });
}
