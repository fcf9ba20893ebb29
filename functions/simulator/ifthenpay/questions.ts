import * as z from 'zod';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import { readCheckout } from '../payments/checkouts.ts';
import { type CheckoutStatus, inquiredAt } from '../sibs/checkout-status.ts';
import type { Answer } from '../sibs/refusal.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { accountOfKey, type IfthenpayDependencies } from './accounts.ts';
import { isCalledBack } from './callback.ts';
import { type OpenPoints, readOpenPoints } from './open-points.ts';
import { allReceipts, type Receipt, receiptsOf } from './orders.ts';
import { FEE_CENTS, formProblem, METHOD_NAMES, wallText, wallTime, wrongForm, wrongKey } from './wire.ts';

/** `GET /spg/payment/mbway/status`: the status of a push. Here 000 means paid. */
export async function ifthenpayStatus(
  { query }: WebRequest,
  { table, accounts, clock }: IfthenpayDependencies,
): Promise<Answer> {
  const { mbWayKey, requestId } = query;
  if (!mbWayKey || !requestId) throw wrongForm('mbWayKey, requestId');
  const account = await accountOfKey(accounts, 'mbWayKey', mbWayKey);
  if (!account) throw wrongKey();
  const found = await readCheckout(table, requestId);
  if (found?.account !== account.name || found.method !== 'MBWAY') {
    return { httpStatus: 200, body: { Message: 'Not found', RequestId: requestId, Status: '123' } };
  }
  const [code, message] = statusTextOf(inquiredAt(found, clock()));
  const createdAt = wallText(found.createdAtMs);
  const updatedAt = code === '123' ? createdAt : wallText(found.settledAtMs ?? found.endsAtMs ?? found.createdAtMs);
  return {
    httpStatus: 200,
    body: { CreatedAt: createdAt, Message: message, RequestId: requestId, Status: code, UpdateAt: updatedAt },
  };
}

function statusTextOf({
  paymentStatus,
  statusCode,
  statusDescription,
}: CheckoutStatus): [code: string, message: string] {
  if (isCalledBack({ paymentStatus })) return ['000', 'Success'];
  if (paymentStatus === 'Timeout' || statusDescription) return ['101', 'Expired'];
  if (paymentStatus !== 'Declined') return ['123', 'Pending'];
  if (statusCode === 'E0500') return ['020', 'Rejected by the user'];
  return statusCode === 'E0506' ? ['113', 'Not found'] : ['122', 'Declined'];
}

const listRequest = z.object({
  boKey: z.string(),
  orderId: z.string().nullish(),
  requestId: z.string().nullish(),
  /** `dd-MM-yyyy HH:mm:ss`, both included. */
  dateStart: wallTime,
  dateEnd: wallTime,
});

const MAX_LISTED = 1_000;

/** `POST /v2/payments/read`: the receipts of an order id, or of every order of a period; the newest 1,000 of them. */
export async function ifthenpayPayments(
  request: WebRequest,
  { table, accounts, clock }: IfthenpayDependencies,
): Promise<Answer> {
  const parsed = listRequest.safeParse(jsonBody(request));
  if (!parsed.success) throw wrongForm(formProblem(parsed.error));
  const { boKey, orderId, requestId, dateStart, dateEnd } = parsed.data;
  const account = await accountOfKey(accounts, 'backofficeKey', boKey);
  if (!account) return { httpStatus: 200, body: { message: 'Invalid boKey', status: 403, payments: null } };
  const received = orderId
    ? await receiptsOf(table, account.name, orderId, clock())
    : await allReceipts(table, account.name, clock());
  const points = await readOpenPoints(table);
  const payments = received
    .filter(({ checkout }) => !requestId || checkout.bankId === requestId)
    .map((receipt) => ({ ...receipt, atMs: receipt.atMs + points.listLaterSeconds * 1000 }))
    .filter(({ atMs }) => lisbonWallMs(atMs) >= (dateStart ?? 0))
    .filter(({ atMs }) => lisbonWallMs(atMs) <= (dateEnd ?? Number.POSITIVE_INFINITY))
    .sort((left, right) => right.atMs - left.atMs)
    .slice(0, MAX_LISTED)
    .map((receipt) => listed(receipt, points));
  return { httpStatus: 200, body: { message: 'OK', status: 200, payments } };
}

function listed(
  { checkout: { method, bankId, orderId, reference }, amountCents, atMs }: Receipt,
  { listTimes }: OpenPoints,
) {
  return {
    amount: amountCents / 100,
    entity: METHOD_NAMES[method ?? 'MBWAY'],
    fee: FEE_CENTS / 100,
    netAmount: (amountCents - FEE_CENTS) / 100,
    orderId,
    paymentDate: listTimes === 'seconds' ? wallText(atMs) : `${wallText(atMs).slice(0, -2)}00`,
    procDate: new Date(atMs).toISOString().slice(0, 10).replaceAll('-', ''),
    reference: reference ?? orderId,
    requestId: bankId,
    subEntity: null,
    terminal: null,
  };
}
