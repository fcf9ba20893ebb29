import { expect } from 'vitest';
import { axe } from '../support/axe.ts';
import { test } from '../support/browser-test.ts';
import { choose } from '../support/person.ts';
import { shot } from '../support/shot.ts';

test('signing in again leads to the first page, in the language chosen before, whatever the browser’s', async ({
  hosted,
  person,
}) => {
  const { email } = await hosted.merchant();
  const { page, open } = await person();
  await open('/signed-out');
  await page.evaluate("localStorage.setItem('dashboard.language', 'pt')");
  await page.reload();
  const asked = page.waitForRequest(/\/oauth2\/authorize\?/);
  await page.getByRole('button', { name: 'Iniciar sessão de novo' }).click();
  // Cognito's own name for the language of its pages.
  expect(new URL((await asked).url()).searchParams.get('lang')).toBe('pt-BR');
  await choose(page, email);
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
});

test('an interrupted sign-in shows an error and a retry', async ({ hosted, person }) => {
  const { email } = await hosted.merchant();
  const { page, open } = await person();
  await open('/callback?error=access_denied&state=none');
  await page.getByRole('heading', { level: 1, name: 'Sign-in failed' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await choose(page, email);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('the root of the host leads to the dashboard, whose sign-in is accessible', async ({ hosted, person }) => {
  const { page } = await person({ width: 390 });
  await page.goto(hosted.host.url);
  await page.getByRole('heading', { level: 1, name: 'Sign in to the local service' }).waitFor();
  await shot(page, 'sign-in-390-en');
  expect(await axe(page)).toEqual([]);
});

test('on a phone the menu leads to every page and closes', async ({ hosted, person }) => {
  const { email } = await hosted.merchant();
  const { page, signIn } = await person({ width: 390, language: 'pt' });
  await signIn(email);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const name of ['Webhook', 'Chaves da API', 'Transações']) {
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await menu.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await menu.waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
});

test('the language is remembered', async ({ idle, seat }) => {
  const { page, open } = await seat(idle.email);
  await open('/transactions');
  await page.getByRole('button', { name: /^EN\b/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Português' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor();
  await page.locator('html[lang="pt-PT"]').waitFor();
});

test('the page is light or dark as the system is, also when that changes', async ({ idle, seat }) => {
  const { page, open } = await seat(idle.email);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/');
  await page.locator('body.awsui-dark-mode').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('body:not(.awsui-dark-mode)').waitFor();
});
