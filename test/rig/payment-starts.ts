import { type PollMessage, poll as pollOn } from '../../functions/payments/settle/poll.ts';
import { sweep as sweepOn } from '../../functions/payments/sweep/sweep.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import { receive } from './payment-calls.ts';
import { calls, dependencies, rig } from './payments.ts';
import { putTransaction, stored } from './stored-payments.ts';

/** A transaction of 10 euros with a live push. */
export async function pushed(): Promise<Transaction> {
  const { transactionId: id } = await putTransaction(rig);
  await calls.mbway(id);
  return stored(rig, id);
}

/** A transaction of 10 euros with an issued reference. */
export async function issued(): Promise<Transaction> {
  const { transactionId: id } = await putTransaction(rig);
  await calls.multibanco(id);
  return stored(rig, id);
}

/** A transaction of 10 euros on an account, begun by the merchant. */
export async function begunOn(bankAccount = 'ifthenpay-1', { init } = calls): Promise<string> {
  const { body } = await init({ orderId: 'ORDER-1', amount: 10 }, { authorizer: { merchantId: 'mer_a', bankAccount } });
  return String(body.transactionId);
}

/** Makes a callback as ifthenpay does. */
export const callBack = (query: Record<string, string>, account = 'ifthenpay-1') =>
  receive(dependencies, { query }, account);
export const poll = (message: PollMessage) => pollOn(dependencies, message);
export const sweep = () => sweepOn(dependencies)(Number.POSITIVE_INFINITY);
