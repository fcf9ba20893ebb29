import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { randomText } from '../../runtime/ids.ts';
import type { Account, Accounts } from '../accounts.ts';
import { playTrouble, type Sleep } from '../control/troubled.ts';
import { checkoutTrouble } from '../payments/amounts.ts';
import { type Checkout, METHODS } from '../payments/checkout-item.ts';
import { createCheckout } from '../payments/checkouts.ts';
import type { Table } from '../table.ts';
import { jsonBody, type WebRequest } from '../web.ts';
import { byBearer } from './authorize.ts';
import { type Answer, refusal } from './refusal.ts';
import { returnStatus, toWireAmount, wireAmount, wireTime } from './wire.ts';

/** How long after its checkout a payment can be started. */
export const CHECKOUT_LIFE_MS = 15 * MINUTE_MS;

const paymentReference = z.object({
  initialDatetime: wireTime,
  finalDatetime: wireTime,
  minAmount: wireAmount,
  maxAmount: wireAmount,
  entity: z.string(),
});

/** Methods that a merchant's checkout may offer beside those that are simulated here. */
const OTHER_METHODS = ['TOKEN', 'MANDATE', 'QRCODE', 'XPAY'] as const;

const checkoutRequest = z.object({
  merchant: z.object({
    terminalId: z.int().positive(),
    channel: z.string().min(1),
    merchantTransactionId: z.string().min(1).max(32),
  }),
  transaction: z.object({
    transactionTimestamp: wireTime,
    description: z.string().min(1),
    moto: z.boolean().optional(),
    paymentType: z.literal('PURS'),
    amount: wireAmount,
    paymentMethod: z.array(z.enum([...METHODS, ...OTHER_METHODS])).min(1),
    paymentReference: z.unknown().optional(),
  }),
});
type Transaction = z.infer<typeof checkoutRequest>['transaction'];

export interface CheckoutDependencies {
  table: Table;
  accounts: Accounts;
  clock: Clock;
  sleep: Sleep;
}

/** `POST /payments`: registers a payment, and answers the signature that starts it. Nothing is sent to a customer. */
export async function checkout(request: WebRequest, dependencies: CheckoutDependencies): Promise<Answer> {
  const { table, accounts, clock, sleep } = dependencies;
  const callers = await byBearer(request, accounts);
  const { merchant, transaction } = parse(checkoutRequest, jsonBody(request), 'invalid');
  const account = callers.find(({ terminalId }) => terminalId === merchant.terminalId);
  if (!account) throw refusal('terminal');
  const trouble = checkoutTrouble(transaction.amount);
  if (trouble === 'amount-refused') throw refusal('amount');
  return playTrouble(trouble, sleep, () => register(account, merchant, transaction, { table, clock }));
}

async function register(
  account: Account,
  merchant: z.infer<typeof checkoutRequest>['merchant'],
  transaction: Transaction,
  { table, clock }: Pick<CheckoutDependencies, 'table' | 'clock'>,
): Promise<Answer> {
  const nowMs = clock();
  const created = newCheckout(account, merchant.merchantTransactionId, transaction, nowMs);
  if (!(await createCheckout(table, created))) throw refusal('repeated');
  return {
    httpStatus: 200,
    body: {
      amount: toWireAmount(created.amountCents),
      merchant,
      transactionID: created.bankId,
      transactionSignature: created.signature,
      expiry: isoTime(created.expiresAtMs),
      execution: { startTime: isoTime(nowMs), endTime: isoTime(clock()) },
      returnStatus: returnStatus('000'),
    },
  };
}

function newCheckout(
  account: Account,
  merchantTransactionId: string,
  transaction: Transaction,
  nowMs: number,
): Checkout {
  return {
    bankId: `s2${randomText(18)}`,
    account: account.name,
    terminalId: account.terminalId,
    merchantTransactionId,
    amountCents: transaction.amount,
    methods: METHODS.filter((method) => transaction.paymentMethod.includes(method)),
    signature: randomBytes(48).toString('base64'),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + CHECKOUT_LIFE_MS,
    ...(transaction.paymentMethod.includes('REFERENCE') ? referenceTerms(transaction, account, nowMs) : {}),
    paymentStatus: 'Pending',
    statusCode: '000',
  };
}

/**
 * The reference's entity and end. Refuses another entity, missing or inverted dates, and limits that exclude the
 * amount.
 */
function referenceTerms({ amount, paymentReference: request }: Transaction, { entity }: Account, nowMs: number) {
  const terms = parse(paymentReference, request, 'reference-data');
  if (terms.entity !== entity) throw refusal('reference-data', 'entity');
  if (terms.finalDatetime <= terms.initialDatetime || terms.finalDatetime <= nowMs) {
    throw refusal('reference-data', 'finalDatetime');
  }
  if (terms.minAmount > amount || terms.maxAmount < amount) throw refusal('reference-data', 'minAmount, maxAmount');
  return { entity, finalAtMs: terms.finalDatetime };
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown, kind: 'invalid' | 'reference-data') {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refusal(kind, parsed.error.issues.map((issue) => issue.path.join('.')).join(', '));
}
