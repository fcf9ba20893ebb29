import type { Page } from 'playwright-core';
import { test } from './support/browser-test.ts';

const PATH = '/tools/signature';

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value);
}

test('an unchanged webhook matches; a changed one is explained', async ({ story, seat }) => {
  const [request] = story.shop.hook.requests;
  const sent = (request?.headers ?? []).map(([name, value]) => `${name}: ${value}`).join('\n');
  const standardOnly = sent.replace(/^X-Service-Signature.*$/m, '');
  const body = String(request?.body);
  const { webhookSecret, apiKey } = story.shop.account;
  const { page, go } = await seat(story.email);
  const seen = (text: string) => page.getByText(text).first().waitFor();
  await go(PATH);
  await fill(page, { 'Received headers': sent, 'Raw body': body, 'Webhook secret': webhookSecret });
  await seen('X-Service-Signature matches');
  await seen('webhook-signature matches');

  await fill(page, { 'Raw body': `${body}\n` });
  await seen('Your body has white space, a line break or a byte order mark around it that was not sent.');
  await fill(page, { 'Raw body': JSON.stringify(JSON.parse(body), null, 2) });
  await seen('The JSON has the same content but was rewritten');
  await fill(page, { 'Raw body': body, 'Webhook secret': apiKey });
  await seen('This is an API key, not a webhook secret.');
  await fill(page, { 'Received headers': standardOnly.replace('webhook-signature', 'X-Service-Signature') });
  await seen('v1,… is the value of webhook-signature (Standard Webhooks), another header.');
});

test('the example fills in the form', async ({ story, seat }) => {
  const { page, go } = await seat(story.email);
  await go(PATH);
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByText('X-Service-Signature does not match').first().waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Paste headers with a signature, the body and the secret.').first().waitFor();
});
