import * as z from 'zod/mini';
import { isContact } from '../../merchants/accounts/company.ts';
import { compactNif, nifProblem } from '../../merchants/accounts/nif.ts';
import { holdsSecret } from '../../merchants/history/change.ts';
import { MAX_COMPANY_TEXT_CHARACTERS } from '../../runtime/text-limits.ts';
import { isBlank, oneLine } from '../../runtime/visible-text.ts';

const textInput = (field: 'name' | 'contact') =>
  z.string(`${field} is required`).check(
    z.refine((text) => !isBlank(text), { error: `${field} is required`, abort: true }),
    z.overwrite(oneLine),
    z.maxLength(MAX_COMPANY_TEXT_CHARACTERS, `${field} is too long: at most ${MAX_COMPANY_TEXT_CHARACTERS} characters`),
    z.refine((text) => !holdsSecret(text), `${field} must not hold a key or a secret: it is stored and shown`),
  );

/**
 * A merchant gives or changes its company, by which an operator decides on the account. The name of the account stays:
 * it is how others know the merchant.
 */
export const companyInput = z.object({
  name: textInput('name'),
  nif: z.string('nif is required').check(
    z.overwrite(compactNif),
    z.refine((nif) => nifProblem(nif) === undefined, 'nif must have nine digits, the last of which checks the others'),
  ),
  contact: textInput('contact').check(z.refine(isContact, 'contact must hold an e-mail address or a telephone number')),
});
