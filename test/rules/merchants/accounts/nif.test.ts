import { expect, test } from 'vitest';
import { compactNif, nifProblem } from '../../../../functions/merchants/accounts/nif.ts';

// Published with their verdicts: python-stdnum and stdnum-js (pt.nif), Perl's Business::PT::NIF, Respect\Validation,
// validate-nif, NIF validators of others, and a description of the algorithm with a worked example.
test.each([
  ...['PT 501 964 843', '507104560', '506035220', '136695973', '124885446', '123456789', '216860180', '502011378'],
  ...['pt501.964-843', '501964843\u200B'],
])('%j is a NIF', (typed) => {
  expect(nifProblem(compactNif(typed))).toBeUndefined();
});

test.each([
  ['PT 501 964 842', 'check-digit'],
  ['220005245', 'check-digit'],
  ['123123123', 'check-digit'],
  ['213456789', 'check-digit'],
  ['999999999', 'check-digit'],
  ['12345678', 'digits'],
  ['123x56789', 'digits'],
  // Its check digit fits, but no NIF begins with 0.
  ['000000000', 'first-digit'],
  ['', 'digits'],
  ['٥٠١٩٦٤٨٤٣', 'digits'],
])('%j is none: %s', (typed, problem) => {
  expect(nifProblem(compactNif(typed))).toBe(problem);
});
