import * as z from 'zod';
import { customerOf } from '../payments/magic.ts';
import { push as sendPush } from '../payments/start.ts';
import { refusal } from '../sibs/refusal.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { createOrder } from './orders.ts';
import { accountOfKey, amount, euros, mobileNumber, optionalText, orderId, parse, wrongKey } from './wire.ts';

const pushRequest = z.object({
  mbWayKey: z.string(),
  orderId: orderId(15),
  amount,
  mobileNumber,
  email: optionalText(100),
  description: optionalText(100),
});

/** `POST /spg/payment/mbway`: sends the push in one call. Status 000 means only that it was sent. */
export async function push(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const sent = parse(pushRequest, jsonBody(request));
  const account = await accountOfKey(simulation.accounts, 'mbWayKey', sent.mbWayKey);
  if (!account) throw wrongKey();
  const customer = customerOf(sent.mobileNumber);
  if (customer.refusal === 'unavailable') throw refusal('unavailable');
  if (customer.refusal === 'not-registered') return answered(sent, '113', 'Not found', null);
  const { orderId, amount: amountCents, description } = sent;
  const order = { account: account.name, orderId, amountCents, description };
  const created = await createOrder(simulation.table, order, { methods: ['MBWAY' as const] }, simulation.clock());
  await sendPush(created, sent.mobileNumber, customer, simulation);
  return answered(sent, '000', 'Pending', created.bankId);
}

function answered(
  { orderId, amount }: Pick<z.infer<typeof pushRequest>, 'orderId' | 'amount'>,
  status: string,
  message: string,
  requestId: string | null,
): Answer {
  return {
    httpStatus: 200,
    body: { Amount: euros(amount), Message: message, OrderId: orderId, RequestId: requestId, Status: status },
  };
}
