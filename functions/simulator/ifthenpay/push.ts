import * as z from 'zod';
import { playTrouble } from '../control/troubled.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { customerOf, type PushedCustomer } from '../payments/customers.ts';
import { push } from '../payments/push.ts';
import { type Answer, refusal } from '../sibs/refusal.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { accountOfKey, type IfthenpayDependencies } from './accounts.ts';
import { createOrder } from './orders.ts';
import { amount, euros, formProblem, mobileNumber, optionalText, orderId, wrongForm, wrongKey } from './wire.ts';

const pushRequest = z.object({
  mbWayKey: z.string(),
  orderId: orderId(15),
  amount,
  mobileNumber,
  email: optionalText(100),
  description: optionalText(100),
});

/** `POST /spg/payment/mbway`: sends the push in one call. Status 000 means only that it was sent. */
export async function ifthenpayPush(request: WebRequest, dependencies: IfthenpayDependencies): Promise<Answer> {
  const parsed = pushRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw wrongForm(formProblem(parsed.error));
  const { mbWayKey, mobileNumber } = parsed.data;
  const account = await accountOfKey(dependencies.accounts, 'mbWayKey', mbWayKey);
  if (!account) throw wrongKey();
  const customer = customerOf(mobileNumber);
  if (customer.push === 'unavailable') throw refusal('unavailable');
  if (customer.push === 'not-registered') return answered(parsed.data, '113', 'Not found', null);
  const pushed: PushedCustomer = customer.push === 'troubled' ? { push: 'sent' } : customer;
  const trouble = customer.push === 'troubled' ? customer.trouble : undefined;
  return playTrouble(trouble, dependencies.sleep, () => send(parsed.data, account.name, pushed, dependencies));
}

type PushRequest = z.infer<typeof pushRequest>;

async function send(
  { orderId, amount: amountCents, mobileNumber, description }: PushRequest,
  account: string,
  customer: PushedCustomer,
  dependencies: IfthenpayDependencies,
): Promise<Answer> {
  const nowMs = dependencies.clock();
  const created: Checkout = await createOrder(
    dependencies.table,
    { account, orderId, amountCents, description },
    { methods: ['MBWAY'] },
    nowMs,
  );
  await push(created, mobileNumber, customer, nowMs, dependencies);
  return answered({ orderId, amount: amountCents }, '000', 'Pending', created.bankId);
}

function answered(
  { orderId, amount }: Pick<PushRequest, 'orderId' | 'amount'>,
  status: string,
  message: string,
  requestId: string | null,
): Answer {
  return {
    httpStatus: 200,
    body: { Amount: euros(amount), Message: message, OrderId: orderId, RequestId: requestId, Status: status },
  };
}
