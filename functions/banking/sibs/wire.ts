import * as z from 'zod/mini';
import { randomText } from '../../runtime/ids.ts';

/*
 * What SIBS Gateway 2.0 answers and notifies. Only what is read is named here: other fields come and go with the
 * payment method and are ignored. The published samples give some numbers as strings and pad some strings with a space.
 */

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value).trim()),
);
/** Null for what is not in the form. Not `z.catch`, which makes every bundle 8 KB bigger. */
function leniently<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.infer<Schema> | null => schema.safeParse(value).data ?? null),
    ),
  );
}
const word = z.pipe(text, z.string().check(z.minLength(1)));

const amount = z.object({ value: z.union([z.string(), z.number()]), currency: text });
export type SibsAmount = z.infer<typeof amount>;

const returnStatus = z.object({
  /** `000` says that the call was understood, never that anything was paid. */
  statusCode: text,
  statusMsg: z.nullish(text),
  statusDescription: z.nullish(text),
});

const paymentReference = z.object({
  entity: z.nullish(text),
  reference: z.nullish(text),
  /** The reference's own status: `PAID` is money, whatever `paymentStatus` says of its generation. */
  status: z.nullish(text),
  expireDate: z.nullish(text),
});
export type SibsReference = z.infer<typeof paymentReference>;

/** What every answer about a payment is made of: of a purchase, of a generated reference, of a status inquiry. */
export const sibsReport = z.object({
  transactionID: z.nullish(text),
  paymentStatus: z.nullish(text),
  paymentMethod: z.nullish(text),
  paymentType: z.nullish(text),
  amount: z.nullish(amount),
  paymentReference: z.nullish(paymentReference),
  transactionDateTime: z.nullish(text),
  /** SIBS's own id of the movement; one reference paid twice has one `transactionID` and two of these. */
  internalTransactionId: leniently(text),
  /** The customer's phone. Only whether there is one is looked at; it is never handed on. */
  token: z.optional(z.unknown()),
  returnStatus: z.nullish(returnStatus),
});
export type SibsReport = z.infer<typeof sibsReport>;

/** The answer to a checkout. The signature opens the second call, and nothing else. */
export const sibsCheckoutAnswer = z.object({
  transactionID: z.nullish(text),
  transactionSignature: z.nullish(text),
  returnStatus: z.nullish(returnStatus),
});

/** The plain text of a notification. */
export const sibsNotification = z.extend(sibsReport, {
  notificationID: word,
  transactionID: word,
  paymentStatus: word,
  merchant: z.nullish(z.object({ transactionId: z.nullish(text) })),
  /** What a refund or reversal is of. */
  originalTransaction: leniently(z.object({ id: z.nullish(text) })),
});
export type SibsNotification = z.infer<typeof sibsNotification>;

/** An amount as SIBS takes it: a JSON number of euros. */
export interface SibsEuros {
  value: number;
  currency: 'EUR';
}

/** What a checkout sends. SIBS refuses a terminal id that is a string; the dates are ISO 8601 in UTC. */
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

/** What a purchase sends; the phone is `351#9XXXXXXXX`. */
export interface SibsPurchase {
  customerPhone: string;
}

/** Cents as SIBS takes them: 1620 is `{ value: 16.2, currency: 'EUR' }`. */
export function eurosOf(amountCents: number): SibsEuros {
  return { value: amountCents / 100, currency: 'EUR' };
}

/** The cents of an amount SIBS gave, as a number or a decimal string; null when it is not whole cents of a positive sum. */
export function centsOf(amount: SibsAmount): number | null {
  const decimal = String(amount.value).trim();
  if (!/^\d{1,9}(\.\d{1,20})?$/.test(decimal)) return null;
  const exactCents = Number(decimal) * 100;
  const cents = Math.round(exactCents);
  // The wire's doubles carry noise (16.9 × 100 is 1689.9999999999998); a real fraction of a cent is far larger.
  return cents > 0 && Math.abs(exactCents - cents) < 1e-4 ? cents : null;
}

const CHECKOUT_ID = /^([0-9a-hjkmnp-tv-z]{24})-[0-9a-hjkmnp-tv-z]{5}$/;

/**
 * The merchant transaction id of one checkout: our id without its prefix and five random characters, 30 in all (SIBS
 * takes 32). SIBS wants it unique, so each checkout of a transaction has its own.
 */
export function checkoutId(transactionId: string): string {
  return `${transactionId.replace(/^tx_/, '')}-${randomText(5)}`;
}

/** Our transaction id out of a merchant transaction id; null when it was not made by `checkoutId`. */
export function transactionIdOf(merchantTransactionId: string | null | undefined): string | null {
  const match = CHECKOUT_ID.exec(merchantTransactionId ?? '');
  return match ? `tx_${match[1]}` : null;
}

/** Parses a JSON text by `schema`; null when it is not JSON or not in the form. */
export function parseWire<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
