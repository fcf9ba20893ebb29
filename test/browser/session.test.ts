import { expect } from 'vitest';
import { FLOW_TIMEOUT_MS, soon, test } from './support/browser-test.ts';

// The page renews a token ten seconds before its end: this one two seconds after it was given.
test.override('tokenLifeSeconds', { scope: 'file' }, 12);

const TOKENS = '**/local-issuer/oauth2/token';

test('a session that is in use is renewed behind the page', { timeout: FLOW_TIMEOUT_MS }, async ({ world, person }) => {
  const { email } = await world.merchant();
  const { page, signIn } = await person();
  await signIn(email, '/settings/account');
  const sent = async () =>
    (await (await page.waitForRequest('**/dashboard/api/transactions/search')).allHeaders()).authorization;
  const first = sent();
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  const token = await first;
  await page.getByText('Nothing in this period.').first().waitFor();
  await page.waitForResponse((response) => {
    const grant = response.request().postData() ?? '';
    return response.url().endsWith('/oauth2/token') && grant.includes('grant_type=refresh_token') && response.ok();
  });
  const second = sent();
  await page.getByRole('button', { name: 'Look again' }).click();
  expect(await second).toMatch(/^Bearer ey/);
  expect(await second).not.toBe(token);
  await page.getByText('Nothing in this period.').first().waitFor();
});

test('a session that has ended says so, and signing in goes on where one was', { timeout: FLOW_TIMEOUT_MS }, async ({
  world,
  person,
}) => {
  const { email } = await world.merchant();
  const { page, signIn, expectProblem } = await person();
  expectProblem(/^400 POST .*\/oauth2\/token/);
  expectProblem(/^401 POST .*\/transactions\/search/);
  await signIn(email, '/transactions?order=ORDER-9');
  await page.getByText('No transaction has this order id.').first().waitFor();
  // As at the end of a working day: the refresh token is over, and then the token.
  await page.route(TOKENS, (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.unroute(TOKENS);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No transaction has this order id.').first().waitFor();
  await soon(() => page.url()).toContain('order=ORDER-9');
});

test('a call that comes too late for its token is made again with a new one', { timeout: FLOW_TIMEOUT_MS }, async ({
  world,
  person,
}) => {
  const { email } = await world.merchant();
  const { page, signIn, expectProblem } = await person();
  expectProblem(/^401 POST .*\/transactions\/search/);
  await signIn(email);
  await page.getByText('Nothing in this period.').first().waitFor();
  const search = '**/dashboard/api/transactions/search';
  await page.route(search, (route) => route.fulfill({ status: 401, json: { error: 'Unauthorized' } }), { times: 1 });
  // Tokens of one second are the same text, so what is looked at is that a new one is fetched in between.
  const asked: string[] = [];
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (['search', 'token'].includes(last)) asked.push(last);
  });
  await page.getByRole('button', { name: 'Look again' }).click();
  // One is also fetched every two seconds, whatever is called: that may fall before, between and after.
  await soon(() => asked.join(' ')).toMatch(/^(token )*search( token)+ search( token)*$/);
  await page.getByText('Nothing in this period.').first().waitFor();
});
