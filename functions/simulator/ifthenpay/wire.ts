import * as z from 'zod';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import { Refusal } from '../sibs/refusal.ts';

/** A decimal text with a point and exactly two decimals, 0.01 to 99999.99, in cents. */
export const amountText = z
  .string()
  .regex(/^\d{1,5}\.\d{2}$/)
  .transform((text) => Number(text.replace('.', '')))
  .refine((cents) => cents > 0);

/** The validities of a reference in days that ifthenpay lists. */
const VALIDITIES = new Set([...Array(32).keys(), 45, 60, 90, 120, 180, 365, 730]);
export const validityDays = z.coerce.number().refine((days) => VALIDITIES.has(days));

/** The names of the methods in the list of payments. */
export const METHOD_NAMES = { MBWAY: 'MBWAY', REFERENCE: 'MB' } as const;

/** The provider's fee of every payment. */
export const FEE_CENTS = 86;

export const euros = (cents: number): string => (cents / 100).toFixed(2);

/** `dd-mm-yyyy hh:mm:ss`, as clocks in Lisbon show it. */
export function wallText(timeMs: number): string {
  const iso = new Date(lisbonWallMs(timeMs)).toISOString();
  return `${wallDate(timeMs)} ${iso.slice(11, 19)}`;
}

export function wallDate(timeMs: number): string {
  const [year, month, day] = new Date(lisbonWallMs(timeMs)).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

/**
 * Refusals of the simulated ifthenpay. Its documents have statuses 100, 122 and 999 for a start, and 403 in the body
 * for a wrong back office key. An open integration has -1 for a wrong key. Not documented, and chosen here: HTTP 400
 * for a malformed body (an order id that is too long, an amount without two decimals), 113 of the older service for a
 * phone that MB WAY does not know, and 123 for a request id that does not exist.
 */
export function wrongKey(): Refusal {
  return new Refusal({ httpStatus: 200, body: { Status: '-1', Message: 'Invalid key', RequestId: null } }, 'wrong key');
}

/** The names of the malformed fields. */
export function formProblem({ issues }: z.ZodError): string {
  return issues.map(({ path }) => path.join('.')).join(', ');
}

export function wrongForm(field: string): Refusal {
  return new Refusal({ httpStatus: 400, body: { Message: `Bad request: ${field}` } }, `form: ${field}`);
}
