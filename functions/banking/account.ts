import * as z from 'zod/mini';

/** The providers behind the port `Bank`; each has an adapter (`providers.ts`) and a deployment (`deployments.ts`). */
export const PROVIDER_NAMES = ['sibs', 'ifthenpay'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

const positive = z.int().check(z.positive());

/** A named bank account as a stage's settings give it to the functions; what is secret stays in `secretId` (Secrets Manager). */
export const bankAccount = z.object({
  name: z.string(),
  provider: z.enum(PROVIDER_NAMES),
  baseUrl: z.url(),
  secretId: z.string(),
  /** Lower limits the bank holds us to, per method; 1 cent where it has none (decision D2). */
  minimumCents: z.object({ MBWAY: positive, REFERENCE: positive }),
  /** A reference is valid until 23:59:59 Europe/Lisbon on this day after today (decision D10). */
  referenceDays: positive,
});
export type BankAccount = z.infer<typeof bankAccount>;
