import * as z from 'zod/mini';

const positive = z.int().check(z.positive());

/** A named bank account as a stage's settings give it to the functions; what is secret stays in `secretId` (Secrets Manager). */
export const bankAccount = z.object({
  name: z.string(),
  provider: z.enum(['sibs']),
  baseUrl: z.url(),
  secretId: z.string(),
  /** Lower limits the bank holds us to, per method; 1 cent where it has none (decision D2). */
  minimumCents: z.object({ MBWAY: positive, REFERENCE: positive }),
  /** A reference is valid until 23:59:59 Europe/Lisbon on this day after today (decision D10). */
  referenceDays: positive,
});
export type BankAccount = z.infer<typeof bankAccount>;

/** The secret of a SIBS account: one JSON object, put in by the operator (generated for the simulator). */
export const sibsCredentials = z.object({
  clientId: z.string().check(z.minLength(1)),
  token: z.string().check(z.minLength(1)),
  terminalId: z.coerce.number().check(z.int(), z.positive()),
  entity: z.string().check(z.regex(/^\d{5}$/)),
  /** 32 bytes in base64, from the provider's back office: opens its notifications (AES-256-GCM). */
  notificationKey: z
    .string()
    .check(z.refine((text) => Buffer.from(text, 'base64').length === 32, 'not 32 bytes in base64')),
});
export type SibsCredentials = z.infer<typeof sibsCredentials>;
