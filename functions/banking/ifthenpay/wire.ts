import * as z from 'zod/mini';

/*
 * ifthenpay's wire format; only the fields that are used. The published samples give the same field once as a text and
 * once as a number.
 */

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value).trim()),
);

/** The answer to a push request. Status `000`: the push was sent; it does not mean payment. */
export const pushAnswer = z.object({ Status: text, RequestId: z.nullish(text) });

/** The answer to a status inquiry about a push. Status `000`: paid. */
export const statusAnswer = z.object({
  Status: text,
  Message: z.nullish(text),
  RequestId: z.nullish(text),
  UpdateAt: z.nullish(text),
});

/** The answer to a reference request. Status `0`: issued. */
export const referenceAnswer = z.object({
  Status: text,
  Entity: z.nullish(text),
  Reference: z.nullish(text),
  RequestId: z.nullish(text),
  ExpiryDate: z.nullish(text),
});

/** The list of received payments; it has paid ones only. */
export const paymentsAnswer = z.object({
  status: text,
  payments: z.nullish(
    z.array(
      z.object({
        amount: text,
        orderId: z.nullish(text),
        requestId: z.nullish(text),
        paymentDate: z.nullish(text),
      }),
    ),
  ),
});

/** The body of a push request. Amounts are decimal texts. */
export interface PushOrder {
  mbWayKey: string;
  orderId: string;
  amount: string;
  /** `351#9XXXXXXXX`. */
  mobileNumber: string;
  description: string;
}

/** The body of a reference request. */
export interface ReferenceOrder {
  mbKey: string;
  orderId: string;
  amount: string;
  description: string;
  expiryDays: number;
}

/** The query for received payments. Times are `dd-MM-yyyy HH:mm:ss` in Lisbon, both included. */
export type PaymentsQuery = { orderId: string } | { requestId: string } | { dateStart: string; dateEnd: string };

/** ifthenpay accepts 0.01 to 99,999.99 EUR for either method. */
export const MAX_CENTS = 9_999_999;

/** Cents as a decimal text: 1620 is `16.20`. */
export function decimalOf(amountCents: number): string {
  return `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}

/** The cents of a decimal text or number, with point or comma; null unless it is a positive amount in whole cents. */
export function centsOf(amount: string | number): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2})0*)?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** Parses a JSON text by `schema`; null when it is not JSON or does not match. */
export function parseWire<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
