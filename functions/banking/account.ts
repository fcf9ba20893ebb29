import * as z from 'zod/mini';

/** The providers behind the port `Bank`; each has an adapter (`providers.ts`) and a deployment (`deployments.ts`). */
export const PROVIDER_NAMES = ['sibs', 'ifthenpay'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The codes of SIBS's documents for an acknowledgement: `000` in the newer ones, `200` in the earlier ones. */
export const ACKNOWLEDGEMENT_CODES = ['000', '200'] as const;
export type AcknowledgementCode = (typeof ACKNOWLEDGEMENT_CODES)[number];

const positive = z.int().check(z.positive());

/** A named bank account of a stage's settings; its credentials are in the secret `secretId` (Secrets Manager). */
export const bankAccount = z.object({
  name: z.string(),
  provider: z.enum(PROVIDER_NAMES),
  baseUrl: z.url(),
  secretId: z.string(),
  /** The bank's minimum amount per method; 1 cent where it has none (decision D2). */
  minimumCents: z.object({ MBWAY: positive, REFERENCE: positive }),
  /** Validity of a reference: until 23:59:59 Europe/Lisbon, so many days after today (decision D10). */
  referenceDays: positive,
  /** The code that acknowledges a notification of SIBS; `000` where it is absent. */
  acknowledgementCode: z.optional(z.enum(ACKNOWLEDGEMENT_CODES)),
});
export type BankAccount = z.infer<typeof bankAccount>;
