import * as z from 'zod/mini';

/*
 * What ifthenpay answers. Only what is read is named here. The published samples give the same field as a text here and
 * as a number there.
 */

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value).trim()),
);

/** The answer to a push request. Status `000` says that it is out, and nothing of money. */
export const pushAnswer = z.object({ Status: text, RequestId: z.nullish(text) });

/** The answer to a question about a push. Status `000` says that it is paid. */
export const statusAnswer = z.object({
  Status: text,
  Message: z.nullish(text),
  RequestId: z.nullish(text),
  UpdateAt: z.nullish(text),
});

/** The answer to a request for a reference. Status `0` says that it is issued. */
export const referenceAnswer = z.object({
  Status: text,
  Entity: z.nullish(text),
  Reference: z.nullish(text),
  RequestId: z.nullish(text),
  ExpiryDate: z.nullish(text),
});

/** The list of received payments; what is not paid is not in it. */
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

/** What a push request sends. Amounts are decimal texts. */
export interface PushOrder {
  mbWayKey: string;
  orderId: string;
  amount: string;
  /** `351#9XXXXXXXX`. */
  mobileNumber: string;
  description: string;
}

/** What a request for a reference sends. */
export interface ReferenceOrder {
  mbKey: string;
  orderId: string;
  amount: string;
  description: string;
  expiryDays: number;
}

/** What ifthenpay takes for either method: 0.01 to 99,999.99. */
export const LARGEST_CENTS = 9_999_999;

/** Cents as ifthenpay takes them: 1620 is `16.20`. */
export function decimalOf(amountCents: number): string {
  return `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}

/** The cents of a decimal text or number, with point or comma; null when it is not whole cents of a positive sum. */
export function centsOf(amount: string | number): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2})0*)?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** Parses a JSON text by `schema`; null when it is not JSON or not in the form. */
export function parseWire<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
