import type { Page } from 'playwright-core';
import { DEMO } from './person.ts';
import type { Story } from './story.ts';

/** Who opens a page; `newcomer` has just signed up. */
export type SignedIn = 'merchant' | 'finance' | 'operator' | 'newcomer';

/** A page as people come to see it. */
export interface Shown {
  name: string;
  who: SignedIn | 'nobody';
  path: string | ((story: Story) => string);
  /** Is there when the page is: a text in English, all of it or a part. */
  ready: string | RegExp;
  /** Brings the page into the state that is meant, in either language. */
  act?: (page: Page) => Promise<void>;
  /** The page is in the table already, with the same calls for the same person. */
  isState?: true;
  /** The page's results are cached while the dashboard is loaded, and shown again on return. */
  isCached?: true;
  /** What is meant is a window over the page, out of which no menu can be reached. */
  isWindow?: true;
}

const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const opens = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').filter({ visible: true }).waitFor();
};
const ofShop = ({ shop }: Story) => `merchant=${shop.account.merchantId}`;

const EMAILS = { ...DEMO, newcomer: 'newcomer@shop.example' };

export const emailOf = (who: SignedIn, story: Story): string => (who === 'merchant' ? story.email : EMAILS[who]);

export function pathOf({ path }: Shown, story: Story): string {
  return typeof path === 'string' ? path : path(story);
}

/** Every page, and the windows and states that are more than a page. */
export const PAGES: readonly Shown[] = [
  { name: 'home', who: 'merchant', path: '/', ready: '5 payments' },
  { name: 'home-new', who: 'newcomer', isState: true, path: '/', ready: 'First payment received' },
  { name: 'home-finance', who: 'finance', path: '/', ready: 'Other money received' },
  { name: 'transactions', who: 'merchant', isCached: true, path: '/transactions', ready: '8 results' },
  {
    name: 'transactions-filters',
    who: 'merchant',
    isState: true,
    path: '/transactions?status=paid&method=MBWAY&delivery=not_delivered,skipped',
    ready: '2 results, of 8 transactions scanned',
  },
  { name: 'search', who: 'merchant', path: '/search?for=order-t', ready: 'ORDER-TWICE' },
  {
    name: 'search-none',
    who: 'merchant',
    isState: true,
    path: '/search?for=123456780',
    ready: /bank’s payment ID 123456780/,
  },
  {
    name: 'search-amount',
    who: 'merchant',
    path: ({ day }) => `/search?${new URLSearchParams({ for: `10,50 ${day}` })}`,
    ready: 'ORDER-PAID',
  },
  {
    name: 'transactions-export',
    who: 'merchant',
    path: '/transactions',
    ready: '8 results',
    act: opens(/^Export(ar)? CSV$/),
    isWindow: true,
  },
  {
    name: 'transactions-empty',
    who: 'newcomer',
    isCached: true,
    path: '/transactions',
    ready: 'No transactions in this period.',
  },
  { name: 'transaction-paid', who: 'merchant', path: ({ paid }) => `/transactions/${paid}`, ready: 'Paid by MB WAY' },
  {
    name: 'transaction-not-delivered',
    who: 'merchant',
    isState: true,
    path: ({ lost }) => `/transactions/${lost}`,
    ready: 'Not delivered',
    act: press(/^(Request and response|Pedido e resposta)$/),
  },
  {
    name: 'transaction-resend',
    who: 'merchant',
    path: ({ lost }) => `/transactions/${lost}`,
    ready: 'Not delivered',
    act: opens(/^(Resend|Reenviar)$/),
    isWindow: true,
  },
  {
    name: 'transaction-reference',
    who: 'merchant',
    isState: true,
    path: ({ reference }) => `/transactions/${reference}`,
    ready: 'Payment reference requested',
  },
  {
    name: 'transaction-exception',
    who: 'finance',
    path: ({ twice }) => `/transactions/${twice[1]}`,
    ready: 'Other transactions of this order',
  },
  {
    name: 'webhook',
    who: 'merchant',
    path: '/settings/webhook',
    ready: 'One event was not sent while webhooks were off',
  },
  { name: 'webhook-new', who: 'newcomer', isState: true, path: '/settings/webhook', ready: 'Webhook URL' },
  {
    name: 'webhook-rotate',
    who: 'merchant',
    path: '/settings/webhook',
    ready: 'Webhook secret',
    act: opens(/^(Rotate|Renovar)$/),
    isWindow: true,
  },
  {
    name: 'api-keys',
    who: 'merchant',
    path: '/settings/api-keys',
    ready: 'Last used',
    act: press(/^(Reveal: Current key|Revelar: Chave atual)$/),
  },
  { name: 'account', who: 'merchant', path: '/settings/account', ready: 'Account created' },
  { name: 'account-pending', who: 'newcomer', isState: true, path: '/settings/account', ready: 'What is needed' },
  {
    name: 'webhook-signature',
    who: 'merchant',
    isState: true,
    path: '/settings/webhook',
    ready: 'Raw body',
    act: async (page) => {
      const fields = [`sha256=${'0'.repeat(64)}`, '{}', 'whsec_another'];
      const labels = [/X-Service-Signature/, /^(Raw body|Corpo original)$/, /^(Webhook secret|Segredo do webhook) /];
      for (const [at, label] of labels.entries()) await page.getByLabel(label).fill(fields[at] ?? '');
      await press(/^(Check the signature|Verificar a assinatura)$/)(page);
      await page.getByText(/^(The signature does not match|A assinatura não coincide)$/).waitFor();
    },
  },
  { name: 'undelivered', who: 'finance', path: (story) => `/finance/undelivered?${ofShop(story)}`, ready: '€32.25' },
  {
    name: 'undelivered-resend',
    who: 'finance',
    path: (story) => `/finance/undelivered?${ofShop(story)}`,
    ready: 'ORDER-LOST',
    act: opens(/^(Resend all…|Reenviar todos…)$/),
    isWindow: true,
  },
  { name: 'exceptions', who: 'finance', path: (story) => `/finance/exceptions?${ofShop(story)}`, ready: 'ORDER-TWICE' },
  {
    name: 'exceptions-closed',
    who: 'finance',
    path: (story) => `/finance/exceptions?state=closed&${ofShop(story)}`,
    ready: 'What was too much went back',
  },
  {
    name: 'exceptions-close',
    who: 'finance',
    path: (story) => `/finance/exceptions?${ofShop(story)}`,
    ready: 'ORDER-TWICE',
    act: opens(/^(Close|Fechar): /),
    isWindow: true,
  },
  {
    name: 'totals',
    who: 'finance',
    path: (story) => `/finance/totals?${ofShop(story)}`,
    ready: 'Daily breakdown',
  },
  { name: 'totals-merchant', who: 'merchant', path: '/finance/totals', ready: '€102.75' },
  {
    name: 'movements',
    who: 'finance',
    path: (story) => `/finance/movements?${ofShop(story)}&kind=returned`,
    ready: '€9.00',
  },
  {
    name: 'movements-export',
    who: 'finance',
    path: (story) => `/finance/movements?${ofShop(story)}&kind=returned`,
    ready: '€9.00',
    act: async (page) => {
      await opens(/^Export(ar)? CSV$/)(page);
      await page.getByRole('button', { name: /^Export(ar)?$/ }).click();
      await page.getByText(/^(Balance|Saldo), /).waitFor();
    },
    isWindow: true,
  },
  { name: 'movements-merchant', who: 'merchant', path: '/finance/movements', ready: '€9.00' },
  {
    name: 'reconciliation',
    who: 'finance',
    path: '/finance/reconciliation?account=sandbox',
    ready: 'Bank file',
    act: async (page) => {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' }).format();
      const buffer = Buffer.from(`data;valor;id\n${day};5,00;stranger\n`);
      await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: /^(Compare|Comparar)$/ }).click();
      await page.getByText('stranger').first().waitFor();
    },
  },
  // One result, or several.
  { name: 'accounts', who: 'operator', path: '/accounts', ready: 'result' },
  {
    name: 'home-operator',
    who: 'operator',
    path: '/',
    ready: 'Accounts waiting for approval',
  },
  {
    name: 'merchant-account',
    who: 'operator',
    path: ({ shop }) => `/accounts/${shop.account.merchantId}`,
    ready: 'Account created',
  },
  {
    name: 'merchant-account-suspend',
    who: 'operator',
    path: ({ shop }) => `/accounts/${shop.account.merchantId}`,
    ready: 'Account created',
    act: opens(/^Suspend(er)?$/),
    isWindow: true,
  },
  {
    name: 'transactions-staff',
    who: 'finance',
    isCached: true,
    path: (story) => `/transactions?${ofShop(story)}`,
    ready: '8 results',
  },
  { name: 'not-found', who: 'merchant', path: '/nothing/here', ready: 'Page not found' },
  { name: 'signed-out', who: 'nobody', path: '/signed-out', ready: 'You are signed out' },
];
