import * as z from 'zod/mini';

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
