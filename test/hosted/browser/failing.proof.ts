import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { faultsOf } from '../support/failing-calls.ts';
import { emailOf, PAGES, pathOf, type SignedIn } from '../support/page-table.ts';

/** The page of another entry, with other data or for another person. */
const AGAIN = [
  'transactions-empty',
  'transaction-exception',
  'exceptions-closed',
  'totals-merchant',
  'movements-merchant',
];
/** Each page once; those that call nothing for what they show aside. */
const CALLING = PAGES.filter(
  ({ name, who, isState, isWindow }) =>
    who !== 'nobody' && !isState && !isWindow && ![...AGAIN, 'not-found'].includes(name),
);

/** Of a merchant, finance and an operator: all of their calls fail too, and all comes back. */
const RECOVERING = ['home', 'exceptions', 'merchant-account'];
/** What they call is asked for by a button. */
const ACTING = ['reconciliation'];

const NAME = '$name shows no figure and no empty state for calls that are silent or fail';
test.for(CALLING)(NAME, async (shown, { story, seat }) => {
  const { page, open, go, expectProblem } = await seat(emailOf(shown.who as SignedIn, story));
  expectProblem(/^500 /);
  const path = pathOf(shown, story);
  const { act } = shown;
  const visit = {
    page,
    go: () => (shown.isCached ? open(path) : go(path)),
    ready: () => page.getByText(shown.ready).first().waitFor(),
    act: act && ACTING.includes(shown.name) ? () => act(page) : undefined,
    at: CALLING.indexOf(shown) + 1,
    isRecovering: RECOVERING.includes(shown.name),
  };
  expect(await faultsOf(visit)).toEqual([]);
});
