import * as z from 'zod/mini';

/** What a merchant gives about its company, for the decision on its account. Never log one: it names a person. */
export const company = z.object({
  name: z.string(),
  /** Nine digits whose check digit fits (`nif.ts`). */
  nif: z.string(),
  /** How to reach a person of the company. */
  contact: z.string(),
});
export type Company = z.infer<typeof company>;

/** Whether a text holds an e-mail address, or the digits of a telephone number. */
export function isContact(text: string): boolean {
  return /[^\s@]@[^\s@]+\.[^\s@]/.test(text) || /(?:\d[\s().-]*){9}/.test(text);
}
