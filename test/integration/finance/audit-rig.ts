import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { httpCaller } from '../../../functions/banking/http-call.ts';
import { audit, backMsOf } from '../../../functions/finance/audit/audit.ts';
import { bankMovements } from '../../../functions/finance/audit/movements.ts';
import type { AuditDependencies } from '../../../functions/finance/audit/run.ts';
import { type AuditState, newState } from '../../../functions/finance/audit/state.ts';
import type { Violation } from '../../../functions/finance/audit/violation.ts';
import { auditOn } from '../../../functions/finance/wiring.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { randomId } from '../../../functions/runtime/ids.ts';
import { rigTest } from '../../fixtures/rig-test.ts';
import { delivered, putMain } from '../../support/audit-plants.ts';
import { ACCOUNT, type Database, TABLES } from '../../support/created-tables.ts';
import { IFTHENPAY, startScriptedIfthenpay } from '../../support/scripted-ifthenpay.ts';
import { CREDENTIALS } from '../../support/scripted-sibs.ts';
import {
  afterSteps,
  beginAnother,
  booksOn,
  NOON_MS,
  recordsOf,
  type Step,
  startFinanceRig,
  TODAY,
} from './finance-rig.ts';

/** Of the file that runs; `merchantId` of the books is the test's own. */
export let rig: Awaited<ReturnType<typeof startAuditRig>>;

export const test = rigTest(async (database) => {
  rig = await startAuditRig(database);
  return rig;
}).extend('merchant', { auto: true }, async () => beginAnother());

const HOUR_MS = 3_600_000;

/** Tables, a scripted ifthenpay behind the account `main`, and an account `sibs` that lists nothing. */
async function startAuditRig(database: Database) {
  const finance = await startFinanceRig(database);
  const provider = await startScriptedIfthenpay();
  const limits = { minimumCents: { MBWAY: 1, REFERENCE: 1 }, referenceDays: 3 };
  const accounts: BankAccount[] = [
    { name: 'main', provider: 'ifthenpay', baseUrl: provider.baseUrl, secretId: 'main', ...limits },
    { name: 'sibs', provider: 'sibs', baseUrl: provider.baseUrl, secretId: 'sibs', ...limits },
  ];
  const clock = () => finance.time.nowMs;
  const readSecret = async (id: string) => JSON.stringify(id === 'main' ? IFTHENPAY : CREDENTIALS);
  const banks = bankAccounts({ accounts, readSecret, clock, call: httpCaller(() => Date.now()) });
  // The morning after the day.
  finance.time.nowMs = NOON_MS + 20 * HOUR_MS;

  const dependenciesOf = (merchantId: string, client = finance.client): AuditDependencies => ({
    ...auditOn({ dynamo: client, clock }, TABLES),
    movements: bankMovements(banks, ['main']),
    merchantIds: async () => [merchantId],
    backMs: backMsOf(accounts),
    report: () => undefined,
  });

  return {
    ...finance,
    accounts,
    banks,
    clock,
    dependenciesOf,
    /** What the bank's list has under any order id from now on: sums in euros. */
    lists: (...amounts: number[]) => {
      const payments = amounts.map((amount) => ({ amount, orderId: 'ORDER_ID', paymentDate: '01-07-2026 12:00:00' }));
      provider.script('payments', { status: 200, body: JSON.stringify({ status: 200, message: 'OK', payments }) });
    },
    /** What the bank's list has under each order id: sums in euros. */
    listsByOrder: (amounts: Record<string, number[]>) => {
      const payments = Object.entries(amounts).flatMap(([orderId, each]) =>
        each.map((amount) => ({ amount, orderId, paymentDate: '01-07-2026 12:00:00' })),
      );
      provider.script('payments', { status: 200, body: JSON.stringify({ status: 200, message: 'OK', payments }) });
    },
    failLists: () => provider.script('payments', { status: 503, body: 'no' }),
    /** Audits the day of one merchant to its end. */
    audit: async (merchantId: string, changed: Partial<AuditDependencies> = {}): Promise<Audited> => {
      const state = newState(TODAY, clock());
      const violations: Violation[] = [];
      const report = (violation: Violation) => void violations.push(violation);
      await audit({ ...dependenciesOf(merchantId), report, ...changed })(state, Number.POSITIVE_INFINITY);
      return { state, violations };
    },
    /** Writes transactions as they are, and has the books count them. */
    keep: async (...transactions: Transaction[]): Promise<void> => {
      for (const transaction of transactions) await putMain(finance.client, transaction);
      const failed = await booksOn(finance, finance.client).keep(transactions.flatMap(recordsOf));
      if (failed.batchItemFailures.length > 0) throw new Error('the books failed');
    },
    /** The counter of the day is gone. */
    forgetCounter: async (merchantId: string): Promise<void> => {
      const Key = toAttributes({ day: TODAY, item: merchantId });
      await finance.client.send(new DeleteItemCommand({ TableName: TABLES.totals, Key }));
    },
    stop: () => provider.close(),
  };
}

export interface Audited {
  state: AuditState;
  violations: Violation[];
}

/** A transaction that ended and whose webhooks were delivered at the first attempt, with nothing wrong about it. */
export function settled(steps: readonly Step[], fields: Partial<Transaction> = {}): Transaction {
  const { dueAt: _, ...made } = afterSteps(steps, fields);
  const isPaid = made.status === 'paid';
  const attempt = {
    method: 'MBWAY' as const,
    bankId: randomId('evt'),
    state: 'ended' as const,
    startedAt: made.createdAt,
    endsAt: made.createdAt + 240_000,
  };
  return {
    ...made,
    attempts: [attempt],
    ...(isPaid && { paidBy: 0 }),
    settlements: made.settlements.map((settlement) => ({
      ...settlement,
      delivery: delivered(settlement.settledAt),
    })),
    ...fields,
  };
}

export interface Units {
  read: number;
  written: number;
}

/** A client that adds up what the engine says each of its calls consumed. */
export function meteredClient(endpoint: string): { client: DynamoDBClient; units: Units } {
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint });
  const units = { read: 0, written: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const done = await next(args);
      const { ConsumedCapacity: consumed } = done.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const sum = [consumed ?? []].flat().reduce((all, { CapacityUnits = 0 }) => all + CapacityUnits, 0);
      units[/^(Put|Update|Delete|Transact)/.test(String(context.commandName)) ? 'written' : 'read'] += sum;
      return done;
    },
    { step: 'initialize' },
  );
  return { client, units };
}
interface Consumed {
  CapacityUnits?: number;
}
