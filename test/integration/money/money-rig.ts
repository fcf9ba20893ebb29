import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { notification } from '../../../functions/payments/settle/notification.ts';
import type { PollMessage } from '../../../functions/payments/settle/poll.ts';
import { poll } from '../../../functions/payments/settle/poll.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { type BankStart, isOpen, type Money } from '../../bank/bank.ts';
import { Ifthenpay } from '../../bank/ifthenpay.ts';
import { Sibs } from '../../bank/sibs.ts';
import type { NotificationFacts } from '../../bank/sibs-notification.ts';
import { rigTest } from '../../fixtures/rig-test.ts';
import { apiEvent } from '../../support/api-event.ts';
import { sibsNotification } from '../../support/bank-script.ts';
import { createTables, type Database } from '../../support/created-tables.ts';
import { paymentCalls } from '../../support/payment-calls.ts';
import { IFTHENPAY, REGISTRATION } from '../../support/scripted-ifthenpay.ts';
import { CREDENTIALS, NOW_MS } from '../../support/scripted-sibs.ts';
import { stored } from '../../support/stored-payments.ts';
import { wiredOn } from '../../support/wired.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export type Provider = 'sibs' | 'ifthenpay';

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
  const time = { nowMs: NOW_MS, bankAheadMs: 0 };
  const clock = () => time.nowMs;
  // The banks' clock may be ahead of ours.
  const bankClock = () => time.nowMs + time.bankAheadMs;
  const banks = {
    sibs: new Sibs(bankClock, CREDENTIALS.notificationKey),
    ifthenpay: new Ifthenpay(bankClock, REGISTRATION),
  };
  const call: HttpCall = (request) => banks[request.url.includes('/sibs/') ? 'sibs' : 'ifthenpay'].call(request);
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
    bankAccounts: bankAccounts({ accounts, readSecret, clock, call }),
    sendPoll: async (message: PollMessage, delayS: number) =>
      void polls.push({ message, atMs: time.nowMs + delayS * 1_000 }),
    sleep: async () => undefined,
    slept: [],
    handOver: async () => undefined,
  };
  const receive = notification(dependencies);
  let notices = 0;
  let paid = 0;
  return {
    client,
    time,
    banks,
    /** The texts of the banks' secrets, which are cached for a minute. */
    secrets,
    calls: paymentCalls(dependencies),
    stored: (transactionId: string) => stored({ client }, transactionId),
    begin: (nowMs = NOW_MS) => {
      Object.assign(time, { nowMs, bankAheadMs: 0 });
      for (const bank of Object.values(banks)) bank.reset();
      Object.assign(secrets, secretsAtFirst());
      polls.length = 0;
    },
    /** Removes it from the sweep's index, so that later cases have the sweep to themselves. */
    end: async (transactionId: string) => {
      const transaction = await transactions.read(transactionId, true);
      if (transaction?.dueAt !== undefined) await transactions.disarm(transaction);
    },
    /** A customer pays now, by the bank's clock. */
    pay: (provider: Provider, { bankId, cents }: BankStart): Money => {
      paid += 1;
      const money = { id: `S1303930029${String(paid).padStart(5, '0')}`, cents, atMs: bankClock() };
      banks[provider].receive(bankId, money);
      return money;
    },
    /** Whether a customer who has not decided could pay now. */
    isOpen: (start: BankStart) => isOpen(start, bankClock()),
    /** The bank reports a movement of money; returns the status code, 200 if acknowledged. */
    notify: async (
      provider: Provider,
      start: BankStart,
      money: Money,
      { key, ...facts }: Partial<NotificationFacts> & { key?: Buffer<ArrayBuffer> } = {},
    ): Promise<number> => {
      notices += 1;
      const event = { pathParameters: { account: provider }, authorizer: null };
      if (provider === 'ifthenpay') {
        const { query } = banks.ifthenpay.notification({ kind: 'paid', start, money, noticeId: '' });
        const lists = Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, [value ?? '']]));
        return (await receive(apiEvent({ ...event, method: 'GET', query: lists }))).statusCode;
      }
      const { headers, rawBody } = sibsNotification(
        {
          merchantTransactionId: start.orderId,
          bankId: start.bankId,
          method: start.method,
          euros: money.cents / 100,
          operationId: money.id,
          paidAt: new Date(money.atMs).toISOString(),
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
