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
  /** Creates a transaction and returns its id. Throws unless the answer is 200. */
  init(amount?: number, orderId?: string): Promise<string>;
  mbway(transactionId: string, phoneNumber: string): Promise<Reply>;
  status(transactionId: string): Promise<Reply>;
}

export function shopOf(baseUrl: string, facts: Pick<Shop, 'account' | 'hook' | 'localAddress'>): Shop {
  const { origin, pathname } = new URL(baseUrl);
  const { account, localAddress } = facts;
  const call: Shop['call'] = (method, path, sent) =>
    httpCall(origin, method, pathname + path, { key: account.apiKey, localAddress, ...sent });
  return {
    ...facts,
    call,
    init: async (amount = 10.5, orderId = 'ORDER-1') => {
      const { status, json, text } = await call('POST', '/payments/init', { body: { orderId, amount } });
      if (status !== 200) throw new Error(`init: ${status} ${text}`);
      return String(json.transactionId);
    },
    mbway: (transactionId, phoneNumber) => call('POST', '/payments/mbway', { body: { transactionId, phoneNumber } }),
    status: (transactionId) => call('GET', `/payments/status?transactionId=${transactionId}`),
  };
}
