import * as z from 'zod';
import type { StatusCode } from '../payments/checkout.ts';

/** A payment reference has eight digits of cents. */
const MAX_CENTS = 99_999_999;

/**
 * SIBS's amount: a JSON number above zero with at most two decimals, in EUR. Parses to integer cents. Integer cents
 * divided by 100 give the same double as the decimal notation, so equality is exact.
 */
export const wireAmount = z
  .object({ value: z.number().positive(), currency: z.literal('EUR') })
  .refine(({ value }) => Math.round(value * 100) / 100 === value, 'more than two decimals')
  .refine(({ value }) => Math.round(value * 100) <= MAX_CENTS, 'too large')
  .transform(({ value }) => Math.round(value * 100));

export function toWireAmount(cents: number): { value: number; currency: 'EUR' } {
  return { value: cents / 100, currency: 'EUR' };
}

/** A time with an offset, parsed to milliseconds since the epoch. */
export const wireTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** SIBS's phone alias: country code, `#` and a mobile number of nine digits. */
export const PHONE_ALIAS = /^351#9[0-9]{8}$/;

/** The status codes in use: 000, E01xx and T9999 from the API's table, E05xx and E06xx from the sandbox's. */
const STATUS_MESSAGES: Record<StatusCode, string> = {
  '000': 'Success',
  E0113: 'Insufficient funds',
  E0500: 'Operation not accepted by the holder',
  E0506: 'Alias does not exist',
  E0612: 'Reference cancelled or expired',
};

export function returnStatus(statusCode: StatusCode, statusDescription?: string) {
  return { statusCode, statusMsg: STATUS_MESSAGES[statusCode], ...(statusDescription ? { statusDescription } : {}) };
}
