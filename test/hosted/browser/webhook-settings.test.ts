import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import type { HookRequest } from '../support/hook-receiver.ts';
import { shot } from '../support/shot.ts';
import { steps } from '../support/steps.ts';

const PATH = '/settings/webhook';

/** Of the contract's header: which of the secrets it was made with. */
function signedWith(request: HookRequest | undefined, secrets: Record<string, string>): string | undefined {
  const given = request?.headers.find(([name]) => name === 'X-Service-Signature')?.[1];
  return Object.keys(secrets).find(
    (name) =>
      given ===
      `sha256=${createHmac('sha256', secrets[name] ?? '')
        .update(request?.body ?? '')
        .digest('hex')}`,
  );
}

/** Reveals what a list of facts has under `name`, and answers it. */
async function revealed(page: Page, name: string): Promise<string> {
  await page
    .getByRole('button', { name: /^Reveal/ })
    .first()
    .click();
  return shown(page, name);
}

/** What that list has under `name`, once it is revealed. */
async function shown(page: Page, name: string): Promise<string> {
  const value = page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
  await value
    .getByText(/hidden (again )?in/i)
    .first()
    .waitFor();
  return (await value.textContent())?.match(/whsec_[A-Za-z0-9+/=]{44}/)?.[0] ?? '';
}

test('§6: the URL is checked while typing and again when saved', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  const url = page.getByLabel('Webhook URL');
  await soon(() => url.inputValue()).toBe(shop.hook.url);
  for (const [typed, problem] of [
    ['http://shop.example/webhooks', 'The URL must begin with https://.'],
    ['https://me:secret@shop.example/', 'The URL must not contain a user name or password.'],
    ['https://10.1.2.3/webhooks', 'The host must be reachable on the public internet.'],
    ['https://169.254.169.254/latest', 'The host must be reachable on the public internet.'],
    ['https://shop..example/', 'This is not a valid URL.'],
  ] as const) {
    await url.fill(typed);
    await page.getByText(problem).first().waitFor();
  }
  await url.press('Enter');
  await page.getByText('This is not a valid URL.').first().waitFor();
  expect((await hosted.accounts.show(shop.account.merchantId)).webhookUrl).toBe(shop.hook.url);

  await url.fill('https://shop.example/webhooks');
  await page.getByText('This URL can be used.').first().waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Webhook URL saved').first().waitFor();
  expect((await hosted.accounts.show(shop.account.merchantId)).webhookUrl).toBe('https://shop.example/webhooks');
  await page.reload();
  await soon(() => url.inputValue()).toBe('https://shop.example/webhooks');
});

test('§6: webhooks are turned off and on again', async ({ hosted, seat, idle }) => {
  const { page, go } = await seat(idle.email);
  const isEnabled = async () => (await hosted.accounts.show(idle.shop.account.merchantId)).webhookEnabled;
  await go(PATH);
  const toggle = page.getByRole('checkbox', { name: /Webhooks are/ });
  await toggle.click();
  await page.getByText('Events are marked as not sent until you turn webhooks on again.').first().waitFor();
  await soon(isEnabled).toBe(false);
  await toggle.click();
  await soon(isEnabled).toBe(true);
});

test('the test shows each attempt as it happens: a failing receiver, then a working one', async ({
  hosted,
  person,
}) => {
  const { email, shop } = await hosted.merchant();
  const markup = '<script>document.title = "run"</script>';
  shop.hook.answers = (number) => (number <= 4 ? { status: 500, body: markup } : { status: 200, body: 'OK' });
  const { page, signIn } = await person();
  await signIn(email, PATH);
  await page.getByRole('button', { name: 'Test webhook' }).click();
  await page
    .getByText(/Attempt 1.*answered 500/)
    .first()
    .waitFor();
  // Shown before the test is over.
  expect(shop.hook.requests.length).toBeLessThan(4);
  await hosted.attempted();
  for (const number of [2, 3, 4])
    await page
      .getByText(new RegExp(`Attempt ${number}.*answered 500`))
      .first()
      .waitFor();
  await page.getByText('Your server did not accept the event.').first().waitFor();
  await page.getByText('The server answered, but not with a 2xx status').first().waitFor();
  await page.getByRole('button', { name: 'Request and response' }).last().click();
  await page.getByText(markup, { exact: true }).filter({ visible: true }).waitFor();
  expect(await page.title()).not.toBe('run');
  const sentId = shop.hook.requests[3]?.headers.find(([name]) => name === 'webhook-id')?.[1];
  await page.getByText(`webhook-id: ${sentId}`).filter({ visible: true }).waitFor();
  await page.getByText('"event": "webhook.test"').filter({ visible: true }).waitFor();
  await shot(page, 'webhook-test');

  await page.getByRole('button', { name: /Test (again|webhook)/ }).click();
  await page.getByText('Your server answered: the webhook works.').first().waitFor();
  await page.getByRole('button', { name: 'Request and response' }).first().click();
  await page.getByText('OK', { exact: true }).filter({ visible: true }).waitFor();
  expect(shop.hook.requests).toHaveLength(5);
  expect(JSON.parse(String(shop.hook.requests[4]?.body))).toMatchObject({ event: 'webhook.test' });
});

test('§1, §5.2.1: the secret is revealed, rotated, and switched by the merchant', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  // An answer under way must not show the old secret once there is a new one.
  const reveals = await steps(page, '**/secrets/webhook/reveal', () => 'waits');
  await page.getByRole('button', { name: 'Reveal' }).click();
  await reveals.reached(1);
  expect(await page.getByRole('button', { name: 'Rotate' }).isDisabled()).toBe(true);
  reveals.release();
  const old = await shown(page, 'Webhook secret');
  expect(old).toBe(shop.account.webhookSecret);
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByText(old).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
  await page
    .getByText(/Two secrets until/)
    .first()
    .waitFor();
  const now = await revealed(page, 'New secret');
  expect(now).toMatch(/^whsec_/);
  expect(now).not.toBe(old);
  const tested = async (count: number) => {
    await page.getByRole('button', { name: /^Test (again|webhook)$/ }).click();
    await soon(() => shop.hook.requests.length).toBe(count);
    return signedWith(shop.hook.requests[count - 1], { old, now });
  };
  expect(await tested(1)).toBe('old');

  await page.getByRole('button', { name: 'Switch now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch now' }).click();
  await page.getByText('Switched to the new secret').first().waitFor();
  expect(await tested(2)).toBe('now');
});
