import * as z from 'zod';
import { lisbonWallMs } from '../../runtime/lisbon.ts';

/** A decimal text with a point and exactly two decimals, 0.01 to 99999.99, in cents. */
export const amountText = z
  .string()
  .regex(/^\d{1,5}\.\d{2}$/)
  .transform((text) => Number(text.replace('.', '')))
  .refine((cents) => cents > 0);

/** The validities of a reference in days that ifthenpay lists. */
const VALIDITIES = new Set([...Array(32).keys(), 45, 60, 90, 120, 180, 365, 730]);
export const validityDays = z.coerce.number().refine((days) => VALIDITIES.has(days));

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
