import * as z from 'zod/mini';
import { randomText } from '../../runtime/ids.ts';

/*
 * The wire format of SIBS Gateway 2.0; only the fields that are used. The published samples give some numbers as
 * strings and pad some strings with a space.
 */

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value).trim()),
);
/** Null for a value that does not match. Not `z.catch`, which adds 8 KB to every bundle. */
function leniently<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.infer<Schema> | null => schema.safeParse(value).data ?? null),
    ),
  );
}
const word = z.pipe(text, z.string().check(z.minLength(1)));

// What cannot be read of reported money is no reason to refuse its report.
const amount = z.object({ value: leniently(z.union([z.string(), z.number()])), currency: leniently(text) });
export type SibsAmount = z.infer<typeof amount>;

const returnStatus = z.object({
  /** `000`: the call was accepted; it does not mean payment. */
  statusCode: leniently(text),
  statusMsg: z.nullish(text),
  statusDescription: z.nullish(text),
});

const paymentReference = z.object({
  entity: z.nullish(text),
  reference: z.nullish(text),
  /** The reference's own status: `PAID` is money; `paymentStatus` may be that of its generation. */
  status: z.nullish(text),
  expireDate: z.nullish(text),
});
export type SibsReference = z.infer<typeof paymentReference>;

/** The common fields of every answer about a payment: purchase, generation, status inquiry. */
export const sibsReport = z.object({
  transactionID: z.nullish(text),
  paymentStatus: z.nullish(text),
  paymentMethod: z.nullish(text),
  paymentType: z.nullish(text),
  amount: z.nullish(amount),
  paymentReference: z.nullish(paymentReference),
  transactionDateTime: z.nullish(text),
  /** SIBS's id of the movement; a reference that is paid twice has one `transactionID` and two of these. */
  internalTransactionId: leniently(text),
  /** The customer's phone. Only its presence is read. */
  token: z.optional(z.unknown()),
  returnStatus: z.nullish(returnStatus),
});
export type SibsReport = z.infer<typeof sibsReport>;

/** The answer to a checkout. The signature authorises the second call only. */
export const sibsCheckoutAnswer = z.object({
  transactionID: z.nullish(text),
  transactionSignature: z.nullish(text),
  returnStatus: z.nullish(returnStatus),
});

/** The decrypted content of a notification. */
export const sibsNotification = z.extend(sibsReport, {
  notificationID: word,
  transactionID: word,
  paymentStatus: word,
  merchant: z.nullish(z.object({ transactionId: z.nullish(text) })),
  /** The payment of a refund or reversal. */
  originalTransaction: leniently(z.object({ id: z.nullish(text) })),
  /** What happened to a mandate, such as `CRTN` for its creation. */
  mbwayMandate: leniently(z.object({ mandateAction: z.nullish(text) })),
});
export type SibsNotification = z.infer<typeof sibsNotification>;

/** What the test button of SIBS's back office sends: this one id, for no transaction of a merchant. */
export const sibsBackOfficeTest = z.object({
  transactionID: z.literal('WebhookTest'),
  merchant: z.nullish(z.object({ transactionId: z.nullish(z.literal('')) })),
});

/** An amount in a request: a JSON number of euros. */
export interface SibsEuros {
  value: number;
  currency: 'EUR';
}

/** The body of a checkout. SIBS refuses a terminal id that is a string; the dates are ISO 8601 in UTC. */
export interface SibsCheckout {
  merchant: { terminalId: number; channel: 'web'; merchantTransactionId: string };
  transaction: {
    transactionTimestamp: string;
    description: string;
    moto: false;
    paymentType: 'PURS';
    amount: SibsEuros;
    paymentMethod: ['MBWAY'] | ['REFERENCE'];
    paymentReference?: {
      initialDatetime: string;
      finalDatetime: string;
      minAmount: SibsEuros;
      maxAmount: SibsEuros;
      entity: string;
    };
  };
}

/** The body of a purchase; the phone is `351#9XXXXXXXX`. */
export interface SibsPurchase {
  customerPhone: string;
}

/** Cents as an amount of SIBS: 1620 is `{ value: 16.2, currency: 'EUR' }`. */
export function eurosOf(amountCents: number): SibsEuros {
  return { value: amountCents / 100, currency: 'EUR' };
}

/** The cents of an amount as a number or a decimal string; null unless it is a positive amount in whole cents. */
export function centsOf(amount: SibsAmount): number | null {
  const decimal = String(amount.value).trim();
  if (!/^\d{1,9}(\.\d{1,20})?$/.test(decimal)) return null;
  const exactCents = Number(decimal) * 100;
  const cents = Math.round(exactCents);
  // Doubles are inexact (16.9 × 100 is 1689.9999999999998); a real fraction of a cent is far larger.
  return cents > 0 && Math.abs(exactCents - cents) < 1e-4 ? cents : null;
}

/**
 * The merchant transaction id of one checkout: our id without its prefix, and five random characters, because SIBS
 * requires a unique one. It has 30 characters; SIBS accepts 32. `transactionIdOf` reads it.
 */
export function checkoutId(transactionId: string): string {
  return `${transactionId.replace(/^tx_/, '')}-${randomText(5)}`;
}

/** Parses a JSON text by `schema`; null when it is not JSON or does not match. */
export function parseWire<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
