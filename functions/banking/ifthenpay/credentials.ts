import * as z from 'zod/mini';

const key = z.string().check(z.minLength(1));

/** The secret of an ifthenpay account: one JSON object, put in by the operator (generated for the simulator). */
export const ifthenpayCredentials = z.object({
  /** Opens MB WAY: such as `ABC-123456`. */
  mbWayKey: key,
  /** Opens dynamic Multibanco references: such as `MBK-000000`. */
  mbKey: key,
  /** Opens the list of received payments, by which a payment is found whose request id we never learnt. */
  backofficeKey: key,
  /** Ours to choose; each callback must carry it. ifthenpay takes 50 characters; fewer than 16 could be guessed. */
  antiPhishingKey: z.string().check(z.minLength(16), z.maxLength(50)),
});
export type IfthenpayCredentials = z.infer<typeof ifthenpayCredentials>;
