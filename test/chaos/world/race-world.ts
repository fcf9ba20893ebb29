import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EXCEPTION_PREFIX } from '../../../functions/payments/exceptions/exception.ts';
import { Sibs } from '../../bank/sibs.ts';
import { CREDENTIALS, NOW_MS } from '../../rig/banks/scripted-sibs.ts';
import { paymentCalls } from '../../rig/payment-calls.ts';
import { createTables, type Database } from '../../rig/tables.ts';
import { TRANSACTION_ID, transactionWith } from '../../rig/transactions.ts';
import { paymentsIn } from '../../rig/wired.ts';
import { ACCESS, productClients } from './clients.ts';
import { Customers } from './customers.ts';
import { environment } from './environment.ts';
import { readStored, remove } from './stored.ts';
import { waysInProcess } from './ways.ts';

export type RaceWorld = Awaited<ReturnType<typeof startRaceWorld>>;

const IGNORED = () => undefined;

/** The payment functions on a table without its stream, which slows down every write. All races use one transaction. */
export async function startRaceWorld({ endpoint }: Database) {
  const own = new DynamoDBClient({ ...ACCESS, endpoint });
  await createTables(own);
  const time = { nowMs: NOW_MS };
  const clock = () => time.nowMs;
  const bank = new Sibs(clock, CREDENTIALS.notificationKey);
  const clients = productClients({ dynamodb: endpoint, sqs: endpoint, secretsManager: endpoint });
  const { banking } = environment({
    ...{ clients, clock, queueUrls: { deliveries: '', retries: '' }, bankUrl: 'http://127.0.0.1:9' },
    logger: { info: IGNORED, warn: IGNORED, error: IGNORED },
    ...waysInProcess(bank),
  });
  const { transactions } = paymentsIn(own);
  return {
    bank,
    customers: new Customers(bank),
    banking,
    calls: paymentCalls(banking),
    own,
    time,
    /** Creates the transaction afresh and empties the bank. */
    begin: async () => {
      time.nowMs = NOW_MS;
      bank.reset();
      await remove(own, TRANSACTION_ID);
      await transactions.create(transactionWith());
    },
    stop: async () => {
      clients.destroy();
      own.destroy();
    },
  };
}

/** Returns the state after a race, without ids and due times, and deletes its exceptions. */
export async function stateAfter({ customers, own }: RaceWorld): Promise<string> {
  const { transaction, exceptions = [] } = (await readStored(own, TRANSACTION_ID)) ?? {};
  if (!transaction) throw new Error('the transaction is gone');
  for (const { exceptionId } of exceptions) await remove(own, TRANSACTION_ID, EXCEPTION_PREFIX + exceptionId);
  const { status, paymentMethod, attempts, liveAttempt, mb, settlements, dueAt } = transaction;
  const { paidAt, paidBy, paidOperation, receivedCents, otherMoney } = transaction;
  const started = customers.startedOf(TRANSACTION_ID);
  return JSON.stringify({
    status,
    paymentMethod,
    // Once the transaction is settled, the last known state of an open attempt does not matter.
    attempts: attempts.map(({ method, state, phoneLast3 }) => [
      method,
      status !== 'pending' && state !== 'ended' ? 'open' : state,
      phoneLast3,
    ]),
    ...{ liveAttempt, mb, paidAt, paidBy, paidOperation, receivedCents, otherMoney },
    settlements: settlements.map((settlement) => ({ ...settlement, eventId: '' })),
    isDue: dueAt !== undefined,
    atBank: started.map((each) => `${each.start.method} ${customers.stateOf(each)}`),
    exceptions: exceptions.map(({ kind, receivedCents }) => `${kind} ${receivedCents}`).sort(),
  });
}
