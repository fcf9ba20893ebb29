import { randomUUID } from 'node:crypto';
import type { OpenMerchant } from '../../../functions/merchants/accounts/accounts.ts';
import type { Hook } from './hook-receiver.ts';
import { httpCall, type Reply, type Sent } from './http-call.ts';

/** A merchant with a webhook endpoint and its own source address. */
export interface Shop {
  account: OpenMerchant;
  hook: Hook;
  localAddress: string;
  /** Calls `path` below the base URL, by default with the shop's key and address. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  mbway(transactionId: string, phoneNumber: string): Promise<Reply>;
  status(transactionId: string): Promise<Reply>;
  // What follows throws unless the service answers 200, and returns the transaction's id.
  init(amount?: number, orderId?: string): Promise<string>;
  /** A push that the customer does not answer. */
  push(amount?: number, orderId?: string): Promise<string>;
  /** A push that the customer has just approved or rejected. */
  paid(amount?: number, orderId?: string): Promise<string>;
  rejected(amount?: number, orderId?: string): Promise<string>;
}

interface Facts extends Pick<Shop, 'account' | 'hook' | 'localAddress'> {
  baseUrl: string;
  /** Calls a control endpoint of the simulated bank. */
  control(method: string, path: string): Promise<Reply>;
}

export function shopOf({ baseUrl, control, ...facts }: Facts): Shop {
  const { origin, pathname } = new URL(baseUrl);
  const { account, localAddress } = facts;
  const call: Shop['call'] = (method, path, sent) =>
    httpCall(origin, method, pathname + path, { key: account.apiKey, localAddress, ...sent });
  const mbway: Shop['mbway'] = (transactionId, phoneNumber) =>
    call('POST', '/payments/mbway', { body: { transactionId, phoneNumber } });
  const init = async (amount = 10.5, orderId = `ORDER-${randomUUID()}`) => {
    const { json } = await good(call('POST', '/payments/init', { body: { orderId, amount } }));
    return String(json.transactionId);
  };
  const push: Shop['push'] = async (amount, orderId) => {
    const transactionId = await init(amount, orderId);
    // This customer does nothing until a control call.
    await good(mbway(transactionId, '910000002'));
    return transactionId;
  };
  const answered =
    (outcome: 'approve' | 'reject'): Shop['paid'] =>
    async (amount, orderId) => {
      const transactionId = await push(amount, orderId);
      await good(control('POST', `/payments/${transactionId}/${outcome}`));
      return transactionId;
    };
  return {
    ...facts,
    ...{ call, mbway, init, push, paid: answered('approve'), rejected: answered('reject') },
    status: (transactionId) => call('GET', `/payments/status?transactionId=${transactionId}`),
  };
}

async function good(calling: Promise<Reply>): Promise<Reply> {
  const reply = await calling;
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
  return reply;
}
