import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { PAGES, pathOf } from '../support/page-table.ts';
import { DEMO } from '../support/person.ts';

const SEES = {
  merchant: ['Home', 'Transactions', 'Totals', 'Movements', 'Webhook', 'API keys', 'Account'],
  staff: [
    'Home',
    'Transactions',
    'Undelivered events',
    'Exceptions',
    'Totals',
    'Movements',
    'Reconciliation',
    'Accounts',
  ],
};

test.for([
  [DEMO.merchant, SEES.merchant],
  [DEMO.finance, SEES.staff],
  [DEMO.operator, SEES.staff],
] as const)('%s signs in and sees the pages of the role in the menu', async ([email, pages], { story, seat }) => {
  const { page, open } = await seat(email);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/dashboard/api/')) calls.push(`${pathname} ${request.postData() ?? ''}`);
  });
  await open('/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.waitForLoadState('networkidle');
  // Home asks nothing twice, and for accounts once, whatever shows them.
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.toSorted()).toEqual([...new Set(calls)].sort());
  const ofAccounts = calls.filter((call) => call.startsWith('/dashboard/api/finance/accounts/search'));
  expect(ofAccounts).toHaveLength(email === DEMO.operator ? 1 : 0);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  // Those for any role are no pages of the dashboard, and open in a tab of their own.
  expect(await menu.locator('a[target="_blank"]').allTextContents()).toEqual(['Guides', 'API reference']);
  const links = menu.locator('a:not([target="_blank"])');
  expect(await links.allTextContents()).toEqual(pages);
  const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  // Each of them is in the table of pages that are tested.
  const known = PAGES.map((shown) => `/dashboard${pathOf(shown, story)}`.replace(/\?.*/, ''));
  expect(paths.filter((path) => !known.includes(path ?? ''))).toEqual([]);
});

test('after signing out neither Back nor a new visit is signed in', async ({ idle, person }) => {
  const { page, signIn, open } = await person();
  await signIn(idle.email);
  await page.getByRole('button', { name: /^Signed in as|Loja/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'You are signed out' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Sign up as a new merchant' }).waitFor();
  await open('/transactions');
  await page.getByRole('button', { name: 'Sign up as a new merchant' }).waitFor();
});

test('a link into the dashboard is kept through the sign-in and a reload', async ({ hosted, idle, person }) => {
  const { page, signIn } = await person();
  const link = '/search?for=ORDER-77';
  await signIn(idle.email, link);
  const searched = page.getByText(/^Searched for: order ID beginning with “ORDER-77”/);
  await searched.first().waitFor();
  await page.reload();
  await searched.first().waitFor();
  expect(page.url()).toBe(new URL(link.slice(1), hosted.dashboardUrl).href);
});
