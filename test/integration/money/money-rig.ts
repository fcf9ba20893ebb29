import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { notification } from '../../../functions/payments/settle/notification.ts';
import type { PollMessage } from '../../../functions/payments/settle/poll.ts';
import { poll } from '../../../functions/payments/settle/poll.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { rigTest } from '../../fixtures/rig-test.ts';
import { apiEvent } from '../../support/api-event.ts';
import { type NotificationFacts, sibsNotification } from '../../support/bank-script.ts';
import { createTables, type Database } from '../../support/created-tables.ts';
import { callbackParameters } from '../../support/filled-template.ts';
import { paymentCalls } from '../../support/payment-calls.ts';
import { stored, wiredOn } from '../../support/payment-rig.ts';
import { IFTHENPAY } from '../../support/scripted-ifthenpay.ts';
import { CREDENTIALS, NOW_MS } from '../../support/scripted-sibs.ts';
import { type BankStart, lisbonText, type Movement, PlayedBanks, type Provider } from './played-banks.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
const secretsAtFirst = (): Record<Provider, string> => ({
  sibs: JSON.stringify(CREDENTIALS),
  ifthenpay: JSON.stringify(IFTHENPAY),
});
const LIMITS = { minimumCents: { MBWAY: 1, REFERENCE: 1 }, referenceDays: 3 };

/** The status that the merchant got from each status call. */
export interface Seen {
  atMs: number;
  status: string;
}

/** The rig of the current file. */
export let rig: Awaited<ReturnType<typeof startMoneyRig>>;

export const test = rigTest(async (database) => {
  rig = await startMoneyRig(database);
  return rig;
});

/**
 * The four endpoints, notifications, polls and sweeps over a real table and the real adapters of both providers, with
 * banks and a clock that a test controls. Notifications and callbacks are posted to their deployed function.
 */
async function startMoneyRig({ client }: Database) {
  await createTables(client);
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;
  const banks = new PlayedBanks(clock);
  const polls: { message: PollMessage; atMs: number }[] = [];
  const accounts = (['sibs', 'ifthenpay'] as const).map(
    (name): BankAccount => ({ name, provider: name, baseUrl: `https://bank.test/${name}`, secretId: name, ...LIMITS }),
  );
  const secrets = secretsAtFirst();
  const readSecret = async (name: string) => secrets[name as Provider];
  const wired = wiredOn(client, clock);
  const { transactions } = wired;
  const dependencies = {
    ...wired,
    bankAccounts: bankAccounts({ accounts, readSecret, clock, call: banks.call }),
    sendPoll: async (message: PollMessage, delayS: number) =>
      void polls.push({ message, atMs: time.nowMs + delayS * 1_000 }),
    sleep: async () => undefined,
    slept: [],
    handOver: async () => undefined,
  };
  const receive = notification(dependencies);
  let notices = 0;
  return {
    client,
    time,
    banks,
    /** The texts of the banks' secrets, which are cached for a minute. */
    secrets,
    calls: paymentCalls(dependencies),
    stored: (transactionId: string) => stored({ client }, transactionId),
    begin: (nowMs = NOW_MS) => {
      time.nowMs = nowMs;
      banks.reset();
      Object.assign(secrets, secretsAtFirst());
      polls.length = 0;
    },
    /** Removes it from the sweep's index, so that later cases have the sweep to themselves. */
    end: async (transactionId: string) => {
      const transaction = await transactions.read(transactionId, true);
      if (transaction?.dueAt !== undefined) await transactions.disarm(transaction);
    },
    /** The bank reports a movement of money; returns the status code, 200 if acknowledged. */
    notify: async (
      start: BankStart,
      movement: Movement,
      { key, ...facts }: Partial<NotificationFacts> & { key?: Buffer<ArrayBuffer> } = {},
    ): Promise<number> => {
      notices += 1;
      const event = { pathParameters: { account: start.provider }, authorizer: null };
      if (start.provider === 'ifthenpay') {
        const answer = await receive(apiEvent({ ...event, method: 'GET', query: callback(start, movement) }));
        return answer.statusCode;
      }
      const { headers, rawBody } = sibsNotification(
        {
          merchantTransactionId: start.merchantTransactionId,
          bankId: start.bankId,
          method: start.method,
          euros: movement.cents / 100,
          operationId: movement.id,
          paidAt: new Date(movement.atMs).toISOString(),
          notificationId: `notice-${notices}`,
          ...facts,
        },
        key,
      );
      return (await receive({ ...apiEvent({ ...event, body: rawBody }), headers })).statusCode;
    },
    sweep: () => sweep(dependencies)(Number.POSITIVE_INFINITY),
    /** Advances the clock, with polls when they are due and a sweep at the full minute after anything is due. */
    advanceTo: async (transactionId: string, toMs: number, afterStep = async () => undefined as unknown) => {
      for (;;) {
        const { status, dueAt = Number.POSITIVE_INFINITY } = (await transactions.read(transactionId, true)) ?? {};
        const sweepMs = Math.max(Math.ceil(dueAt / MINUTE_MS), Math.floor(time.nowMs / MINUTE_MS) + 1) * MINUTE_MS;
        const pollMs = Math.min(...polls.map(({ atMs }) => atMs));
        const nextMs = Math.min(status === 'pending' ? sweepMs : Number.POSITIVE_INFINITY, pollMs);
        if (nextMs > toMs) break;
        time.nowMs = Math.max(nextMs, time.nowMs);
        if (pollMs <= nextMs) {
          const [due] = polls.splice(
            polls.findIndex(({ atMs }) => atMs === pollMs),
            1,
          );
          if (due) await poll(dependencies, due.message);
        } else await sweep(dependencies)(Number.POSITIVE_INFINITY);
        await afterStep();
      }
      time.nowMs = Math.max(toMs, time.nowMs);
    },
    stop: async () => undefined,
  };
}

function callback({ bankId, requestId }: BankStart, { cents, atMs }: Movement): Record<string, string[]> {
  const query = callbackParameters({
    ANTI_PHISHING_KEY: IFTHENPAY.antiPhishingKey,
    ORDER_ID: bankId,
    AMOUNT: (cents / 100).toFixed(2),
    REQUEST_ID: requestId,
    PAYMENT_DATETIME: lisbonText(atMs),
    STATUS: 'PAGO',
  });
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
}
