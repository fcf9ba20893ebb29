import { bankFileText } from '../finance/reconciliation/bank-file-problem.ts';
import { PAGE_ENGLISH, type ProblemTexts } from './problem.ts';

/** The `error` of an answer. */
export const ENGLISH: ProblemTexts = {
  ...PAGE_ENGLISH,
  'bank-file': ({ problems, more }) =>
    'The file is not in the expected form. Nothing was compared. ' +
    [...problems.map((problem) => bankFileText(problem)), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
};
