import { type Clock, isoTime } from '../../runtime/clock.ts';
import type { Account, Accounts } from '../accounts.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { readCheckout, readCheckoutByName } from '../payments/checkouts.ts';
import type { Table } from '../table.ts';
import type { WebRequest } from '../web.ts';
import { byBearer } from './authorize.ts';
import { inquiredAt } from './checkout-status.ts';
import { merchantDescription, paymentDescription } from './payment-description.ts';
import { type Answer, refusal } from './refusal.ts';
import { returnStatus } from './wire.ts';

export interface InquiryDependencies {
  table: Table;
  accounts: Accounts;
  clock: Clock;
}

/**
 * `GET /payments/{transactionId}/status` and `GET /payments/status?merchantTransactionId=`: the status of a payment.
 * `returnStatus` carries the payment's own code once it has ended.
 */
export async function inquiry(request: WebRequest, { table, accounts, clock }: InquiryDependencies): Promise<Answer> {
  const callers = await byBearer(request, accounts);
  const found = await find(request, callers, table);
  if (!found) throw refusal('unknown');
  const nowMs = clock();
  const status = inquiredAt(found, nowMs);
  return {
    httpStatus: 200,
    body: {
      ...paymentDescription(found, status),
      merchant: merchantDescription(found),
      execution: { startTime: isoTime(nowMs), endTime: isoTime(clock()) },
      returnStatus: returnStatus(status.statusCode, status.statusDescription),
    },
  };
}

async function find(request: WebRequest, callers: Account[], table: Table): Promise<Checkout | undefined> {
  const { transactionId } = request.pathParameters;
  if (transactionId !== undefined) {
    const checkout = await readCheckout(table, transactionId);
    return callers.some(({ name }) => name === checkout?.account) ? checkout : undefined;
  }
  const { merchantTransactionId } = request.query;
  if (!merchantTransactionId) throw refusal('invalid', 'merchantTransactionId');
  const found = await Promise.all(callers.map(({ name }) => readCheckoutByName(table, name, merchantTransactionId)));
  return found.find((checkout) => checkout !== undefined);
}
