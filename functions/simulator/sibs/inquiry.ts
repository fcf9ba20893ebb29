import type { SibsAccount } from '../accounts.ts';
import { type Checkout, readCheckout, readCheckoutByName, statusAt } from '../payments/checkout.ts';
import type { Simulation } from '../simulation.ts';
import type { Table } from '../table.ts';
import type { Answer, WebRequest } from '../web.ts';
import { byBearer } from './authorize.ts';
import { paymentAnswer } from './payment-description.ts';
import { refusal } from './refusal.ts';

/**
 * `GET /payments/{transactionId}/status` and `GET /payments/status?merchantTransactionId=`: the status of a payment.
 * `returnStatus` carries the payment's own code once it has ended.
 */
export async function inquiry(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const callers = await byBearer(request, simulation);
  const found = await find(request, callers, simulation.table);
  if (!found) throw refusal('unknown');
  const nowMs = simulation.clock();
  return paymentAnswer(found, statusAt(found, nowMs), nowMs);
}

async function find(request: WebRequest, callers: SibsAccount[], table: Table): Promise<Checkout | undefined> {
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
