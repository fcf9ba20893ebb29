import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isoTime } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { randomText } from '../../runtime/ids.ts';
import type { SibsAccount } from '../accounts.ts';
import { type Checkout, createCheckout, METHODS } from '../payments/checkout.ts';
import { checkoutRefusal } from '../payments/magic.ts';
import type { Simulation } from '../simulation.ts';
import { type Answer, jsonBody, type WebRequest } from '../web.ts';
import { byBearer } from './authorize.ts';
import { refusal, unauthorized } from './refusal.ts';
import { returnStatus, toWireAmount, wireAmount, wireTime } from './wire.ts';

/** How long after its checkout a payment can be started. */
const CHECKOUT_LIFE_MS = 15 * MINUTE_MS;

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

/** `POST /payments`: registers a payment, and answers the signature that starts it. Nothing is sent to a customer. */
export async function checkout(request: WebRequest, simulation: Simulation): Promise<Answer> {
  const callers = await byBearer(request, simulation);
  const { merchant, transaction } = parse(checkoutRequest, jsonBody(request), 'invalid');
  const account = callers.find(({ terminalId }) => terminalId === merchant.terminalId);
  if (!account) throw refusal('terminal');
  const refused = checkoutRefusal(transaction.amount);
  if (refused) throw refused === 'unauthorized' ? unauthorized('The token is not valid.') : refusal(refused);
  const nowMs = simulation.clock();
  const created = newCheckout(account, merchant.merchantTransactionId, transaction, nowMs);
  if (!(await createCheckout(simulation.table, created))) throw refusal('repeated');
  return {
    httpStatus: 200,
    body: {
      amount: toWireAmount(created.amountCents),
      merchant,
      transactionID: created.bankId,
      transactionSignature: created.signature,
      expiry: isoTime(created.expiresAtMs),
      execution: { startTime: isoTime(nowMs), endTime: isoTime(nowMs) },
      returnStatus: returnStatus('000'),
    },
  };
}

function newCheckout(
  account: SibsAccount,
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
function referenceTerms({ amount, paymentReference: request }: Transaction, { entity }: SibsAccount, nowMs: number) {
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
