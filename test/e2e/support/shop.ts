import type { OpenMerchant } from '../../../functions/merchants/accounts/accounts.ts';
import type { Hook } from './hook-receiver.ts';
import { httpCall, type Reply, type Sent } from './http-call.ts';

/** A merchant with a webhook endpoint, calling from an address that nobody else uses. */
export interface Shop {
  account: OpenMerchant;
  hook: Hook;
  localAddress: string;
  /** `path` is below the base URL; the shop's own key and address unless told otherwise. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Creates a transaction and answers its id; throws unless the answer is 200. */
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
