import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import { routeOn } from '../support/route.ts';

const SEARCH = '**/dashboard/api/me/transactions/search';
const TOKENS = '**/local-issuer/oauth2/token';
const NOTHING = 'No transactions in this period.';

// A token lasts five minutes, and the page renews it ten seconds before its end.
const UNTIL_RENEWAL_MS = 295_000;
const UNTIL_END_MS = 305_000;

test('an active session is renewed in the background', async ({ idle, person }) => {
  const { page, signIn } = await person();
  await signIn(idle.email);
  await page.getByText(NOTHING).first().waitFor();
  await page.clock.install();
  const sent = async () => (await (await page.waitForRequest(SEARCH)).allHeaders()).authorization;
  const refresh = () => page.getByRole('button', { name: 'Refresh' }).click();
  const first = sent();
  await refresh();
  const token = await first;
  const renewed = page.waitForResponse((response) => {
    const grant = response.request().postData() ?? '';
    return response.url().endsWith('/oauth2/token') && grant.includes('grant_type=refresh_token') && response.ok();
  });
  await page.clock.fastForward(UNTIL_RENEWAL_MS);
  await renewed;
  const second = sent();
  await refresh();
  expect(await second).toMatch(/^Bearer ey/);
  expect(await second).not.toBe(token);
  await page.getByText(NOTHING).first().waitFor();
});

test('a session that cannot be renewed ends, and the sign-in leads back to the page', async ({ story, person }) => {
  const { page, signIn, expectProblem } = await person();
  expectProblem(/^400 POST .*\/oauth2\/token/);
  await signIn(story.email, `/transactions/${story.lost}`);
  const order = page.getByRole('heading', { level: 1, name: 'Order ORDER-LOST' });
  await order.waitFor();
  await routeOn(page, TOKENS, (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await page.clock.install();
  await page.clock.fastForward(UNTIL_END_MS);
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.unroute(TOKENS);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await order.waitFor();
});

test('signing out ends every tab', async ({ idle, person }) => {
  const { page, context, signIn } = await person();
  await signIn(idle.email);
  await page.getByText(NOTHING).first().waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByText(NOTHING).first().waitFor();
  await page.getByRole('button', { name: /Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  expect(await other.evaluate('sessionStorage.length')).toBe(0);
});

test('a call with an expired token is repeated with a new one', async ({ idle, seat }) => {
  const { page, open, expectProblem } = await seat(idle.email);
  expectProblem(/^401 POST .*\/transactions\/search/);
  await open('/transactions');
  await page.getByText(NOTHING).first().waitFor();
  await routeOn(page, SEARCH, (route) => route.fulfill({ status: 401, json: { error: 'Unauthorized' } }), {
    times: 1,
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (['search', 'token'].includes(last)) asked.push(last);
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await soon(() => asked).toEqual(['search', 'token', 'search']);
  await page.getByText(NOTHING).first().waitFor();
});
