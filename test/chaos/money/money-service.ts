import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { NotificationRequest } from '../../../functions/banking/bank.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { applyList } from '../../../functions/payments/settle/apply-list.ts';
import type { PollMessage } from '../../../functions/payments/settle/poll.ts';
import { poll } from '../../../functions/payments/settle/poll.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { shardOf } from '../../../functions/payments/tables.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { fromAttributes } from '../../../functions/runtime/attributes.ts';
import { accountWith } from '../../rig/banks/bank-account.ts';
import { IFTHENPAY } from '../../rig/banks/scripted-ifthenpay.ts';
import { CREDENTIALS } from '../../rig/banks/scripted-sibs.ts';
import { paymentCalls, receive } from '../../rig/payment-calls.ts';
import type { Database } from '../../rig/tables.ts';
import { wiredWithBanks } from '../../rig/wired.ts';
import { itemsOf, remove } from '../world/stored.ts';
import type { Schedule } from './schedule.ts';

/** The tables, for any number of schedules. */
export type MoneyEngine = Pick<Database, 'client'>;

const nothingDue: { transactionIds: string[]; after: undefined } = { transactionIds: [], after: undefined };

const SECRETS = { sibs: JSON.stringify(CREDENTIALS), ifthenpay: JSON.stringify(IFTHENPAY) };
const BASES = { sibs: 'http://127.0.0.1:9/sibs/spg/v2', ifthenpay: 'http://127.0.0.1:9' };

export type MoneyService = ReturnType<typeof moneyService>;

/**
 * The functions of the service for one schedule, as their handlers wire them: real table, real adapter, the schedule's
 * clock and bank. Other schedules may use the same table at the same time.
 */
export function moneyService(
  { client }: MoneyEngine,
  { provider, kills }: Pick<Schedule, 'provider' | 'kills'>,
  { clock, call }: { clock: () => number; call: HttpCall },
  sendPoll: (message: PollMessage, delayS: number) => Promise<void>,
) {
  const account = accountWith({ name: 'main', provider, baseUrl: BASES[provider], secretId: provider });
  const banks = { accounts: [account], readSecret: async () => SECRETS[provider], call };
  const killer = killing(client, kills);
  const wired = wiredWithBanks(killer.client, clock, banks, sendPoll);
  const { transactions, lines } = wired;
  const ours = new Set<string>();
  const dependencies = {
    ...wired,
    transactions: {
      ...transactions,
      // The clocks of two schedules differ: each sweeps its own transactions and skips the shards without any.
      due: async (...query: Parameters<typeof transactions.due>) => {
        if (![...ours].some((id) => shardOf(id) === query[0])) return nothingDue;
        const page = await transactions.due(...query);
        return { ...page, transactionIds: page.transactionIds.filter((id) => ours.has(id)) };
      },
    },
  };
  const sweeping = sweep(dependencies);
  return {
    lines,
    calls: paymentCalls(dependencies),
    /** Makes the sweep check this transaction. */
    adopt: (transactionId: string) => void ours.add(transactionId),
    /** Passes on a notification; returns the HTTP status of the answer. */
    receive: (request: NotificationRequest): Promise<number | 'killed'> =>
      killer.run(async () => (await receive(dependencies, request)).statusCode),
    /** Applies the provider's list of one start, as the night does. */
    compare: async (transactionId: string, orderId: string) => {
      const bank = await wired.bankAccounts.bank('main');
      const listed = (await bank?.payments?.of(orderId)) ?? [];
      // The next night compares again.
      const compared = () => applyList(wired, { transactionId, bankAccount: 'main' }, orderId, listed);
      while ((await killer.run(compared)) === 'killed');
    },
    poll: (message: PollMessage) => killer.run(() => poll(dependencies, message)),
    sweep: async () => {
      const swept = await killer.run(() => sweeping(Number.POSITIVE_INFINITY));
      if (swept !== 'killed' && swept.failed > 0) throw new Error(`sweep failed: ${JSON.stringify(lines.at(-1))}`);
    },
    read: (transactionId: string): Promise<Transaction | undefined> => transactions.read(transactionId, true),
    items: async (partition: string) => (await itemsOf(client, partition)).map(fromAttributes),
    /** Removes what would stay due. */
    remove: (transactionId: string) => remove(client, transactionId),
  };
}

const WRITES = new Set(['PutItemCommand', 'UpdateItemCommand', 'TransactWriteItemsCommand']);

/** A client by which `run` is ended at some of its writes, before or after them, as a function that is killed. */
function killing(client: DynamoDBClient, kills: Schedule['kills']) {
  let isRunning = false;
  let isKilled = false;
  let writes = 0;
  const send = async (command: Parameters<DynamoDBClient['send']>[0]) => {
    if (isKilled) throw new Error('killed');
    const isWrite = isRunning && WRITES.has(command.constructor.name);
    if (isWrite) writes += 1;
    const kill = isWrite ? kills.find(({ write }) => write === writes) : undefined;
    isKilled = kill?.isAfter === false;
    if (isKilled) throw new Error('killed');
    const answer = await client.send(command);
    isKilled = kill !== undefined;
    if (isKilled) throw new Error('killed');
    return answer;
  };
  return {
    client: { send } as unknown as DynamoDBClient,
    run: async <Result>(work: () => Promise<Result>): Promise<Result | 'killed'> => {
      [isRunning, isKilled] = [true, false];
      const outcome = await work().catch((error: unknown) => {
        if (!isKilled) throw error;
      });
      const result = isKilled ? 'killed' : (outcome as Result);
      [isRunning, isKilled] = [false, false];
      return result;
    },
  };
}
