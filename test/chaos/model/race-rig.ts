import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { paymentCalls } from '../../support/payment-calls.ts';
import { dependenciesOf, exceptionsOf, type PaymentRig, startPaymentRig, stored } from '../../support/payment-rig.ts';
import { CREDENTIALS } from '../../support/scripted-sibs.ts';
import { Bank } from '../world/bank.ts';
import { hold, PAUSE } from './turns.ts';

export type RaceRig = Awaited<ReturnType<typeof startRaceRig>>;

/** The payment functions on a real table, with every call to table and bank held until it is its turn. */
export async function startRaceRig() {
  const rig = await startPaymentRig();
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
  holdCalls(client);
  const bank = new Bank(() => rig.time.nowMs);
  const dependencies = raceDependencies(rig, client, bank);
  return {
    rig,
    bank,
    dependencies,
    calls: paymentCalls(dependencies),
    stop: async () => {
      client.destroy();
      await rig.stop();
    },
  };
}

function raceDependencies(rig: PaymentRig, client: DynamoDBClient, bank: Bank) {
  const wired = dependenciesOf(rig, client);
  const call: HttpCall = async (request) => {
    await hold(`bank ${request.url.split('/').at(-1)}`);
    return bank.call(request);
  };
  const account = wired.bankAccounts.account('main');
  if (!account) throw new Error('the rig has no bank account');
  return {
    ...wired,
    bankAccounts: bankAccounts({
      accounts: [account],
      readSecret: async () => JSON.stringify(CREDENTIALS),
      clock: wired.clock,
      call,
    }),
    sleep: () => hold(PAUSE),
  };
}

interface HoldableClient {
  middlewareStack: {
    add(
      middleware: (next: (args: object) => Promise<unknown>, context: { commandName?: string }) => typeof next,
      options: { step: 'initialize'; name: string },
    ): void;
  };
}

function holdCalls(client: DynamoDBClient): void {
  (client as unknown as HoldableClient).middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        // The sweep's looks into its shards go side by side and only say what to read; each item is read after them.
        if (commandName !== 'QueryCommand') await hold(commandName.replace(/Command$/, ''));
        return next(args);
      },
    { step: 'initialize', name: 'hold' },
  );
}

/** What is left after a race, without ids and without times that only say when to look again. */
export async function stateOf({ rig, bank }: RaceRig, transactionId: string): Promise<string> {
  const { status, paymentMethod, attempts, liveAttempt, mb, paidAt, paidBy, paidOperation, settlements, dueAt } =
    await stored(rig, transactionId);
  const exceptions = await exceptionsOf(rig, transactionId);
  return JSON.stringify({
    status,
    paymentMethod,
    // Once settled, an attempt that had not ended is nobody's business any more, whatever was last known of it.
    attempts: attempts.map(({ method, state, phoneLast3 }) => [
      method,
      status !== 'pending' && state !== 'ended' ? 'open' : state,
      phoneLast3,
    ]),
    ...{ liveAttempt, mb, paidAt, paidBy, paidOperation },
    settlements: settlements.map((settlement) => ({ ...settlement, eventId: '' })),
    isDue: dueAt !== undefined,
    atBank: bank.of(transactionId).flatMap(({ method, isStarted, state }) => (isStarted ? [`${method} ${state}`] : [])),
    exceptions: exceptions.map(({ kind, receivedCents }) => `${kind} ${receivedCents}`).sort(),
  });
}

/** Takes the transaction out of the way of the next race's sweep. */
export async function forget({ rig }: RaceRig, transactionId: string): Promise<void> {
  const Key = toAttributes({ transactionId, item: 'main' });
  await rig.client.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
}
