import type { BankAccount } from '../../functions/banking/account.ts';
import { type BankAccounts, bankAccounts } from '../../functions/banking/bank-accounts.ts';
import { httpCaller } from '../../functions/banking/http-call.ts';
import { notification } from '../../functions/payments/settle/notification.ts';
import type { PollMessage } from '../../functions/payments/settle/poll.ts';
import { poll } from '../../functions/payments/settle/poll.ts';
import { sweep } from '../../functions/payments/sweep/sweep.ts';
import { apiEvent } from './api-event.ts';
import { behave } from './bank-script.ts';
import { createTables, type Database } from './created-tables.ts';
import { paymentCalls } from './payment-calls.ts';
import { stored, wiredOn } from './payment-rig.ts';
import { IFTHENPAY, listing, recorded, startScriptedIfthenpay } from './scripted-ifthenpay.ts';
import { CREDENTIALS, NOW_MS, startScriptedSibs } from './scripted-sibs.ts';

export type IfthenpayRig = Awaited<ReturnType<typeof startIfthenpayRig>>;

const SECOND_TERMINAL = {
  ...CREDENTIALS,
  terminalId: 58020,
  token: 'token-2',
  notificationKey: Buffer.alloc(32, 9).toString('base64'),
};
export const OTHER_KEY = 'another-anti-phishing-key-0123456789';

/** Secrets by name of a stage with four accounts: two terminals of SIBS, two contracts with ifthenpay. */
const secretsAtFirst = (): Record<string, unknown> => ({
  'sibs-1': CREDENTIALS,
  'sibs-2': SECOND_TERMINAL,
  'ifthenpay-1': IFTHENPAY,
  'ifthenpay-2': { ...IFTHENPAY, mbWayKey: 'XYZ-654321', antiPhishingKey: OTHER_KEY },
});

/** A real table, the real adapters, scripted providers, and a movable clock. */
export async function startIfthenpayRig({ client }: Database) {
  await createTables(client);
  const [provider, sibs] = await Promise.all([startScriptedIfthenpay(), startScriptedSibs()]);
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;
  const sent: { message: PollMessage; delayS: number }[] = [];
  const accounts = Object.keys(secretsAtFirst()).map((name): BankAccount => {
    const isSibs = name.startsWith('sibs');
    const baseUrl = isSibs ? sibs.baseUrl : provider.baseUrl;
    const limits = { minimumCents: { MBWAY: 1, REFERENCE: 1 }, referenceDays: 3 };
    return { name, provider: isSibs ? 'sibs' : 'ifthenpay', baseUrl, secretId: name, ...limits };
  });
  // Connections age by the machine's clock, because the tests' clock is set back between tests.
  const call = httpCaller(() => Date.now());
  const readSecret = async (id: string) => JSON.stringify(state.secrets[id]);
  const opened = () => bankAccounts({ accounts, readSecret, clock, call });
  const state: { secrets: Record<string, unknown>; bankAccounts: BankAccounts } = {
    secrets: secretsAtFirst(),
    bankAccounts: opened(),
  };
  const wired = wiredOn(client, clock);
  const { lines } = wired;
  const dependencies = {
    ...wired,
    bankAccounts: {
      bank: (name: string) => state.bankAccounts.bank(name),
      account: (name: string) => state.bankAccounts.account(name),
    },
    sendPoll: async (message: PollMessage, delayS: number) => void sent.push({ message, delayS }),
    sleep: async () => undefined,
    slept: [],
    handOver: async () => undefined,
  };
  const calls = paymentCalls(dependencies);
  return {
    client,
    provider,
    sibs,
    time,
    /** The secrets, read again by the next call. */
    state,
    /** Waiting polls of pushes. */
    sent,
    lines,
    dependencies,
    calls,
    /** Creates a transaction of 10 euros on an account. */
    newTransaction: async (bankAccount = 'ifthenpay-1'): Promise<string> => {
      const authorizer = { merchantId: 'mer_a', bankAccount };
      const { body } = await calls.init({ orderId: 'ORDER-1', amount: 10 }, { authorizer });
      return String(body.transactionId);
    },
    stored: (transactionId: string) => stored({ client }, transactionId),
    /** Makes a callback as ifthenpay does. */
    callBack: (query: Record<string, string>, account = 'ifthenpay-1') => {
      const lists = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
      return notification(dependencies)(
        apiEvent({ method: 'GET', query: lists, pathParameters: { account }, authorizer: null }),
      );
    },
    /** Makes ifthenpay report and list a push of 10 euros as paid. */
    payPush: () => {
      provider.script('status', recorded('status-paid'));
      provider.script('payments', listing({ amount: 10, paymentDate: '12-02-2026 19:08:00' }));
    },
    notification: notification(dependencies),
    poll: (message: PollMessage) => poll(dependencies, message),
    sweep: () => sweep(dependencies)(Number.POSITIVE_INFINITY),
    /** Resets the providers and the clock for a test. */
    reset: () => {
      time.nowMs = NOW_MS;
      state.secrets = secretsAtFirst();
      state.bankAccounts = opened();
      sent.length = 0;
      lines.length = 0;
      provider.seen.length = 0;
      provider.script('push', recorded('push-accepted'));
      provider.script('reference', recorded('reference-issued'));
      provider.script('status', recorded('status-rejected', { Status: '123', Message: 'Pending' }));
      provider.script('payments', recorded('payments-none'));
      behave(sibs);
    },
    stop: async () => {
      await Promise.all([provider.close(), sibs.close()]);
    },
  };
}
