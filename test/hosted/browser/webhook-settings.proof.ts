import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import { orders } from '../support/list.ts';
import { routeOn } from '../support/route.ts';

const PATH = '/settings/webhook';

test('a good test offers to turn webhooks on', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  const toggle = page.getByRole('checkbox', { name: /Webhooks are/ });
  await toggle.click();
  await page.getByText('Webhooks are off').first().waitFor();
  await page.getByRole('button', { name: 'Test webhook' }).click();
  const turnOn = page.getByRole('button', { name: 'Turn on webhooks' });
  await turnOn.click();
  await turnOn.waitFor({ state: 'hidden' });
  await page.getByText('Your server answered: the webhook works.').first().waitFor();
  expect(await toggle.isChecked()).toBe(true);
  expect((await hosted.accounts.show(shop.account.merchantId)).webhookEnabled).toBe(true);
});

test('a received signature is compared with the expected one, in the browser', async ({ story, seat }) => {
  const [request] = story.shop.hook.requests;
  const headers = (request?.headers ?? []).map(([name, value]) => `${name}: ${value}`).join(' ');
  const body = String(request?.body);
  const { webhookSecret, apiKey } = story.shop.account;
  const { page, go } = await seat(story.email);
  await go(PATH);
  const check = async (raw: string, secret: string, verdict: string) => {
    await page.getByLabel('Received X-Service-Signature').fill(headers);
    await page.getByLabel('Raw body').fill(raw);
    await page.getByLabel('Webhook secret of your server').fill(secret);
    await page.getByRole('button', { name: 'Check the signature' }).click();
    await page.getByText(verdict).first().waitFor();
  };
  await page.getByRole('button', { name: 'Check the signature' }).click();
  await page.getByText('Paste the header: sha256= and 64 hexadecimal digits.').first().waitFor();
  await check(body, webhookSecret, 'The signature matches');
  await check(`${body}\n`, webhookSecret, 'There is white space, a line break or a byte order mark');
  await check(
    JSON.stringify(JSON.parse(body), null, 2),
    webhookSecret,
    'The JSON has the same content but was rewritten',
  );
  await check(body, apiKey, 'The secret is probably another one.');
});

test('a refusal of the service is shown beside the field', async ({ idle, seat }) => {
  const { page, go, expectProblem } = await seat(idle.email);
  expectProblem(/^400 PUT .*\/merchant\/webhook\/url/);
  await go(PATH);
  const refusal = { error: 'not public', problem: { code: 'webhook-url', problem: 'not-public' }, field: 'url' };
  await routeOn(page, '**/merchant/webhook/url', (route) => route.fulfill({ status: 400, json: refusal }));
  await page.getByLabel('Webhook URL').fill('https://inner.shop.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The host must be reachable on the public internet.').first().waitFor();
});

test('events skipped while webhooks were off are offered and sent with a reason', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  const toggle = page.getByRole('checkbox', { name: /Webhooks are/ });
  await toggle.click();
  await page.getByText('Events are marked as not sent until you turn webhooks on again.').first().waitFor();
  const [first, second] = await Promise.all([shop.paid(12.34, 'SKIPPED-1'), shop.paid(20, 'SKIPPED-2')]);
  await Promise.all([first, second].map((id) => hosted.delivered(id, 'skipped')));

  await toggle.click();
  await page.getByText('2 events were not sent while webhooks were off').first().waitFor();
  await page.getByText('They are about payments of €32.34 in total.').first().waitFor();
  expect(shop.hook.requests).toHaveLength(0);
  await page.getByRole('button', { name: 'Resend skipped events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend skipped events' });
  await dialog.getByText('2 events, €32.34', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click();
  await dialog.getByText('Enter a reason.').first().waitFor();
  await dialog.getByLabel('Reason').fill('Moved to a new server');
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click();
  await dialog.getByText('Queued: 2 events, €32.34.').first().waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await Promise.all([first, second].map((id) => hosted.delivered(id, 'delivered')));
  expect(shop.hook.requests).toHaveLength(2);
  await page.getByRole('link', { name: 'View deliveries' }).click();
  await soon(async () => (await orders(page)).sort()).toEqual(['SKIPPED-1', 'SKIPPED-2']);
});
