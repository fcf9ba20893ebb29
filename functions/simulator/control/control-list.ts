import { isoTime } from '../../runtime/clock.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { latestStarted as latestOfAll } from '../payments/started.ts';
import { statusAt } from '../sibs/checkout-status.ts';
import type { Answer } from '../sibs/refusal.ts';
import { toWireAmount } from '../sibs/wire.ts';
import { transactionOf } from '../table.ts';
import type { WebRequest } from '../web.ts';
import { type ControlDependencies, checkoutsOf, latestStarted } from './control-request.ts';
import { MAX_PAYMENTS_LISTED } from './page.ts';

/** The number of pushes and references of a transaction, over all its checkouts, and the status of the latest start. */
export async function seen(request: WebRequest, { table, clock }: ControlDependencies): Promise<Answer> {
  const checkouts = await checkoutsOf(request, table);
  const latest = latestStarted(checkouts);
  return {
    httpStatus: 200,
    body: {
      pushes: checkouts.filter(({ pushed }) => pushed).length,
      references: checkouts.filter(({ reference }) => reference !== undefined).length,
      status: latest ? statusAt(latest, clock()).paymentStatus : 'None',
    },
  };
}

/** The latest payments for the page, without phones and signatures. */
export async function latest(_request: WebRequest, { table, clock }: ControlDependencies): Promise<Answer> {
  const nowMs = clock();
  const checkouts = await latestOfAll(table, nowMs, MAX_PAYMENTS_LISTED);
  return {
    httpStatus: 200,
    body: { now: isoTime(nowMs), payments: checkouts.map((checkout) => listed(checkout, nowMs)) },
  };
}

function listed(checkout: Checkout, nowMs: number) {
  const { bankId, account, method, entity, reference, amountCents, paidCents, startedAtMs, endsAtMs } = checkout;
  return {
    transactionId: transactionOf(checkout.merchantTransactionId),
    bankId,
    account,
    method,
    amount: toWireAmount(amountCents).value,
    status: statusAt(checkout, nowMs).paymentStatus,
    ...(paidCents === undefined ? {} : { paid: toWireAmount(paidCents).value }),
    ...(method === 'REFERENCE' ? { entity, reference } : {}),
    startedAt: isoTime(startedAtMs ?? 0),
    endsAt: isoTime(endsAtMs ?? 0),
  };
}
