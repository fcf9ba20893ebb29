import * as z from 'zod';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import { type PaymentStatus, readCheckout, statusAt } from '../payments/checkout.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { type Receipt, receiptsOf } from './orders.ts';
import { accountOfKey, FEE_CENTS, METHOD_NAMES, parse, wallText, wallTime, wrongKey } from './wire.ts';

const statusQuery = z.object({ mbWayKey: z.string().min(1), requestId: z.string().min(1) });

/** `GET /spg/payment/mbway/status`: the status of a push. Here 000 means paid. */
export async function status({ query }: WebRequest, { table, accounts, clock }: Simulation): Promise<Answer> {
  const { mbWayKey, requestId } = parse(statusQuery, query);
  const account = await accountOfKey(accounts, 'mbWayKey', mbWayKey);
  if (!account) throw wrongKey();
  const found = await readCheckout(table, requestId);
  if (found?.account !== account.name || found.method !== 'MBWAY') {
    return { httpStatus: 200, body: { Message: 'Not found', RequestId: requestId, Status: '123' } };
  }
  const [code, message] = statusTextOf(statusAt(found, clock()));
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
}: PaymentStatus): [code: string, message: string] {
  if (paymentStatus === 'Success') return ['000', 'Success'];
  if (paymentStatus === 'Pending') return ['123', 'Pending'];
  if (paymentStatus === 'Timeout' || statusDescription) return ['101', 'Expired'];
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
export async function payments(request: WebRequest, { table, accounts }: Simulation): Promise<Answer> {
  const { boKey, orderId, requestId, dateStart, dateEnd } = parse(listRequest, jsonBody(request));
  const account = await accountOfKey(accounts, 'backofficeKey', boKey);
  if (!account) return { httpStatus: 200, body: { message: 'Invalid boKey', status: 403, payments: null } };
  const listed = (await receiptsOf(table, account.name, orderId ?? ''))
    .filter(({ checkout }) => !requestId || checkout.bankId === requestId)
    .filter(({ atMs }) => lisbonWallMs(atMs) >= (dateStart ?? 0))
    .filter(({ atMs }) => lisbonWallMs(atMs) <= (dateEnd ?? Number.POSITIVE_INFINITY))
    .sort((left, right) => right.atMs - left.atMs)
    .slice(0, MAX_LISTED)
    .map(wireReceipt);
  return { httpStatus: 200, body: { message: 'OK', status: 200, payments: listed } };
}

function wireReceipt({ checkout: { method, bankId, orderId, reference }, amountCents, atMs }: Receipt) {
  return {
    amount: amountCents / 100,
    entity: METHOD_NAMES[method ?? 'MBWAY'],
    fee: FEE_CENTS / 100,
    netAmount: (amountCents - FEE_CENTS) / 100,
    orderId,
    // To the minute, as in the published sample.
    paymentDate: `${wallText(atMs).slice(0, -2)}00`,
    procDate: new Date(atMs).toISOString().slice(0, 10).replaceAll('-', ''),
    reference: reference ?? orderId,
    requestId: bankId,
    subEntity: null,
    terminal: null,
  };
}
