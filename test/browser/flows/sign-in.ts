import { expect } from 'vitest';
import { axe } from '../support/axe.ts';
import { soon, test } from '../support/browser-test.ts';
import { PAGES, pathOf } from '../support/page-table.ts';
import { choose, SIGN_UP } from '../support/person.ts';
import { shot } from '../support/shot.ts';
import { DEMO } from '../support/world.ts';

const SEES = {
  merchant: ['Home', 'Transactions', 'Totals', 'Refunds', 'Webhook', 'API keys', 'Account', 'Signature playground'],
  staff: [
    'Home',
    'Transactions',
    'Paid, not notified',
    'Exceptions',
    'Totals',
    'Refunds',
    'Reconciliation',
    'Accounts',
    'Signature playground',
  ],
};

export function signInFlows(): void {
  test.for([
    [DEMO.merchant, SEES.merchant],
    [DEMO.finance, SEES.staff],
    [DEMO.operator, SEES.staff],
  ] as const)('%s signs in and sees the pages of the role in the menu', async ([email, pages], { story, seat }) => {
    expect(story.email).toBe(DEMO.merchant);
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
    const ofAccounts = calls.filter((call) => call.startsWith('/dashboard/api/accounts/search'));
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
    await page.getByRole('button', { name: SIGN_UP }).waitFor();
    await open('/transactions');
    await page.getByRole('button', { name: SIGN_UP }).waitFor();
  });

  test('signing in again leads to the first page, in the language chosen before, whatever the browser’s', async ({
    world,
    person,
  }) => {
    const { email } = await world.merchant();
    const { page, open } = await person();
    await open('/signed-out');
    await page.evaluate("localStorage.setItem('dashboard.language', 'pt')");
    await page.reload();
    const asked = page.waitForRequest(/\/oauth2\/authorize\?/);
    await page.getByRole('button', { name: 'Iniciar sessão de novo' }).click();
    // Cognito's own name for the language of its pages.
    expect(new URL((await asked).url()).searchParams.get('lang')).toBe('pt-BR');
    await page.getByRole('heading', { level: 1, name: 'Iniciar sessão no serviço local' }).waitFor();
    await choose(page, email);
    await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  });

  test('an interrupted sign-in shows an error and a retry', async ({ world, person }) => {
    const { email } = await world.merchant();
    const { page, open } = await person();
    await open('/callback?error=access_denied&state=none');
    await page.getByRole('heading', { level: 1, name: 'Sign-in failed' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await choose(page, email);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  test('a link into the dashboard is kept through the sign-in and a reload', async ({ world, idle, person }) => {
    const { page, signIn } = await person();
    const link = '/transactions?order=ORDER-77';
    await signIn(idle.email, link);
    const orderId = page.getByRole('textbox', { name: 'Order ID' });
    await soon(() => orderId.inputValue()).toBe('ORDER-77');
    await page.reload();
    await soon(() => orderId.inputValue()).toBe('ORDER-77');
    expect(page.url()).toBe(new URL(link.slice(1), world.dashboardUrl).href);
  });

  test('an unknown address shows “Page not found” and a link back', async ({ idle, seat }) => {
    const { page, open } = await seat(idle.email);
    await open('/settings/nothing-here');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  test.for([
    ['en', 'Sign in to the local service'],
    ['pt', 'Iniciar sessão no serviço local'],
  ] as const)(
    'the root of the host leads to the dashboard, whose sign-in is accessible, in %s',
    async ([language, heading], { world, person }) => {
      const { page, expectProblem } = await person({ width: 390, language });
      expectProblem(/^400 POST .local-issuer/);
      await page.goto(world.host.url);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await shot(page, `sign-in-390-${language}`);
      expect(await axe(page)).toEqual([]);
      await page.getByLabel('E-mail').fill('loja@exemplo');
      await page.getByRole('button', { name: SIGN_UP }).click();
      await page.getByRole('alert').waitFor();
      expect(await axe(page)).toEqual([]);
    },
  );

  test('on a phone the menu leads to every page and closes', async ({ world, person }) => {
    const { email } = await world.merchant();
    const { page, signIn, open } = await person({ width: 390, language: 'pt' });
    await signIn(email);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    for (const name of ['Webhook', 'Chaves da API', 'Verificar assinaturas', 'Transações']) {
      await page.getByRole('button', { name: 'Abrir o menu' }).click();
      await menu.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await menu.waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    // In this browser, of `pt-PT`, weekdays have no short names of their own: segunda.
    await open('/transactions?from=2026-01-05&to=2026-01-06');
    await page.getByRole('button', { name: 'De: escolher no calendário' }).click();
    const weekdays = page.getByRole('dialog', { name: 'De' }).locator('th > [aria-hidden]');
    await weekdays.first().waitFor();
    expect(await weekdays.allTextContents()).toEqual(['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.']);
  });

  test('language and theme are remembered', async ({ idle, seat }) => {
    const { page, open } = await seat(idle.email);
    await open('/transactions');
    await page.getByRole('button', { name: /^EN\b/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Português' }).click();
    await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor();
    await page.getByRole('button', { name: /^Tema/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Escuro' }).click();
    await page.locator('body.awsui-dark-mode').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor();
    await page.locator('html[lang="pt-PT"] body.awsui-dark-mode').waitFor();
  });
}
