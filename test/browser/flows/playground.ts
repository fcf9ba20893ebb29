import type { Page } from 'playwright-core';
import { test } from '../support/browser-test.ts';

const PATH = '/tools/signature';

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value);
}

export function playgroundFlows(): void {
  test('an unchanged webhook matches; a changed one is explained', async ({ story, seat }) => {
    const [request] = story.shop.hook.requests;
    const header = (name: string) => request?.headers.find(([each]) => each === name)?.[1] ?? '';
    const body = String(request?.body);
    const { webhookSecret } = story.shop.account;
    const { page, go } = await seat(story.email);
    await go(PATH);
    await fill(page, {
      'Raw body': body,
      'Webhook secret': webhookSecret,
      'Received signature': header('X-Service-Signature'),
    });
    await page.getByText('It matches').first().waitFor();

    await fill(page, { 'Raw body': `${body}\n` });
    await page.getByText('Your body ends with a line break that was not sent.').first().waitFor();
    await fill(page, { 'Raw body': JSON.stringify(JSON.parse(body), null, 2) });
    await page.getByText('The JSON has the same content but was rewritten').first().waitFor();
    await fill(page, { 'Raw body': body, 'Webhook secret': story.shop.account.apiKey });
    await page.getByText('This is an API key. The webhook secret begins with whsec_.').first().waitFor();

    await page.getByRole('radio', { name: 'webhook-signature (Standard Webhooks)' }).check();
    await fill(page, {
      'Webhook secret': webhookSecret,
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'Received signature': header('webhook-signature'),
    });
    await page.getByText('It matches').first().waitFor();
  });

  test('the example fills in the form', async ({ story, seat }) => {
    const { page, go } = await seat(story.email);
    await go(PATH);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page
      .getByText(/It matches|It does not match, for this reason/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Paste a body, a secret and a signature.').first().waitFor();
  });
}
