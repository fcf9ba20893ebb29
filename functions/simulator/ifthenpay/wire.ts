import * as z from 'zod';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import { sameText } from '../../runtime/same-text.ts';
import type { Accounts, IfthenpayAccount } from '../accounts.ts';
import { Refusal } from '../web.ts';

/** A text or a number: the official clients send both for amounts, order ids and days. */
const textOrNumber = z.union([z.string(), z.number()]).transform(String);

/** `10.50`, `10.5` or `10`, from 0.01 to 99999.99, in cents. */
export const amount = textOrNumber
  .pipe(z.string().regex(/^\d{1,5}(\.\d{1,2})?$/))
  .transform((text) => Math.round(Number(text) * 100))
  .refine((cents) => cents > 0);

export const orderId = (maxCharacters: number) => textOrNumber.pipe(z.string().min(1).max(maxCharacters));

/** An optional text, which clients also send empty or as null. */
export const optionalText = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .nullish()
    .transform((text) => text ?? '');

/** The validities of a reference in days that ifthenpay lists. Without one, empty or null the reference has no end. */
const VALIDITIES = new Set([...Array(32).keys(), 45, 60, 90, 120, 180, 365, 730].map(String));
export const validityDays = textOrNumber
  .nullish()
  .refine((days) => !days || VALIDITIES.has(days))
  .transform((days) => (days ? Number(days) : null));

/** A mobile number with `351#` or another country's code; a Portuguese one may omit it. */
export const mobileNumber = z
  .string()
  .regex(/^(\d{1,3}#\d{6,14}|9\d{8})$/)
  .transform((phone) => (phone.includes('#') ? phone : `351#${phone}`));

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
 * for a malformed body (an order id that is too long, an amount with three decimals), 113 of the older service for a
 * phone that MB WAY does not know, and 123 for a request id that does not exist.
 */
export function wrongKey(): Refusal {
  return new Refusal({ httpStatus: 200, body: { Status: '-1', Message: 'Invalid key', RequestId: null } }, 'wrong key');
}

/** An optional `dd-mm-yyyy hh:mm:ss`, in milliseconds as if it were UTC. */
export const wallTime = z
  .string()
  .regex(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
  .transform((text) => Date.parse(`${text.slice(0, 10).split('-').toReversed().join('-')}T${text.slice(11)}Z`))
  .nullish();

/** What a call sends. Refuses another form with the names of the malformed fields. */
export function parse<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  const fields = error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Refusal({ httpStatus: 400, body: { Message: `Bad request: ${fields}` } }, `form: ${fields}`);
}

/** The account of a key. */
export async function accountOfKey(
  accounts: Accounts,
  kind: Exclude<keyof IfthenpayAccount, 'name'>,
  key: string,
): Promise<IfthenpayAccount | undefined> {
  return (await accounts.ifthenpay()).find((account) => sameText(account[kind], key));
}
