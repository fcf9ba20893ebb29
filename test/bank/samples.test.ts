import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Bank } from './bank.ts';
import { Ifthenpay } from './ifthenpay.ts';
import { Sibs } from './sibs.ts';
import { sealed } from './sibs-notification.ts';

/** Needs nothing. What the played banks say has the form of what SIBS and ifthenpay publish, field by field. */

const NOW_MS = Date.parse('2026-02-12T19:08:08.354Z');
const KEY = Buffer.alloc(32, 7);
const MONEY = { id: 'S13039300290071S', cents: 1_590, atMs: NOW_MS };

const sample = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', 'integration', 'banking', 'fixtures', file), 'utf8').trim();
const published = (file: string) => JSON.parse(sample(file));

/** A text without its letters and digits: `99-99-9999 99:99:99`, `a`; numbers and the names of fields remain. */
function formOf(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^[\dT:. Z-]*$/.test(text))
      return text
        .replaceAll(/\d/g, '9')
        .replace(/^9+$/, '9')
        .replace(/^9+\.99$/, '9.99');
    return text.replaceAll(/[A-Za-z0-9]+/g, 'a').replaceAll(/(a[ -]?)+/g, 'a');
  }
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formOf(part)]));
}

async function ask(bank: Bank, method: 'GET' | 'POST', path: string, body?: object) {
  const url = `https://bank.test${path}`;
  const outcome = await bank.call({ method, url, headers: {}, body: JSON.stringify(body ?? {}), timeoutMs: 0 });
  return outcome.kind === 'answered' ? JSON.parse(outcome.body) : outcome;
}

describe('SIBS', () => {
  const bank = new Sibs(() => NOW_MS, KEY.toString('base64'));

  /** The push of a published checkout. */
  async function pushed(file: string) {
    const { transactionID: id } = await ask(bank, 'POST', '/payments', published(file));
    await ask(bank, 'POST', `/payments/${id}/mbway-id/purchase`, { customerPhone: '351#912345678' });
    const start = bank.starts.find(({ bankId }) => bankId === id);
    if (!start) throw new Error('the bank has no such start');
    return start;
  }

  function opened({ headers, rawBody }: ReturnType<typeof sealed>, key = KEY) {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key,
      Buffer.from(headers['X-Initialization-Vector'] ?? '', 'base64'),
    );
    decipher.setAuthTag(Buffer.from(headers['X-Authentication-Tag'] ?? '', 'base64'));
    return decipher.update(rawBody, 'base64', 'utf8') + decipher.final('utf8');
  }

  test.each([
    ['sibs/checkout-mbway.json', 200],
    ['sibs/checkout-mbway-end-to-end.json', 2_500],
  ])('reads the published checkout %s', async (file, cents) => {
    const { merchantTransactionId: orderId } = published(file).merchant;
    expect(await pushed(file)).toMatchObject({ method: 'MBWAY', orderId, cents });
  });

  test('notifies a payment and a refusal as published', async () => {
    const start = await pushed('sibs/checkout-mbway.json');
    const paid = bank.notification({ kind: 'paid', start, money: MONEY, noticeId: 'b6571d90-35d6-41a6' });
    expect(formOf(JSON.parse(opened(paid)))).toEqual(formOf(published('sibs/generic.json')));
    const declined = JSON.parse(
      opened(bank.notification({ kind: 'status', start, status: 'Declined', noticeId: '839ca363-8581' })),
    );
    const { internalTransactionId: _, ...sampled } = published('sibs/mbway-purchase-declined.json');
    expect(Object.keys(declined)).toEqual(Object.keys(sampled));
    expect(declined).toMatchObject({ paymentStatus: sampled.paymentStatus, returnStatus: { statusMsg: 'Declined' } });
  });

  test('seals the published plain text to the published body and tag', () => {
    const { opens } = published('sibs/decryption.json');
    const [key, iv] = [opens.secret, opens['X-Initialization-Vector']].map((text) => Buffer.from(text, 'base64'));
    const text = opened({ headers: opens, rawBody: opens.body }, key);
    const { headers, rawBody } = sealed(text, { key: key ?? KEY, iv: iv ?? KEY });
    expect([rawBody, headers['X-Authentication-Tag']]).toEqual([opens.body, opens['X-Authentication-Tag']]);
  });

  test('answers an inquiry about a refused push as published', async () => {
    const start = await pushed('sibs/checkout-mbway.json');
    bank.decline(start.bankId);
    const answer = await ask(bank, 'GET', `/payments/${start.bankId}/status`);
    const { paymentStatus, returnStatus } = published('sibs/answer-refused-by-cardholder.json');
    expect(answer).toMatchObject({ paymentStatus, returnStatus: { statusMsg: returnStatus.statusMsg } });
  });
});

describe('ifthenpay', () => {
  const callbackQuery = new URLSearchParams(sample('ifthenpay/callback-multibanco.txt'));
  const PLACEHOLDERS = { key: 'ANTI_PHISHING_KEY', payment_datetime: 'PAYMENT_DATETIME', requestId: 'REQUEST_ID' };
  const template = [...callbackQuery.keys()].map((name) => {
    const placeholder = Object.entries(PLACEHOLDERS).find(([each]) => each === name)?.[1];
    return `${name}=[${placeholder ?? (name === 'orderId' ? 'ORDER_ID' : name.toUpperCase())}]`;
  });
  const antiPhishingKey = callbackQuery.get('key') ?? '';
  const bank = new Ifthenpay(() => NOW_MS, { callbackQuery: template.join('&'), antiPhishingKey });
  const order = { orderId: '1887', amount: '10.00', expiryDays: 3 };
  const push = () => ask(bank, 'POST', '/spg/payment/mbway', order);
  const last = () => bank.starts.at(-1) ?? { bankId: '', orderId: '' };

  test('answers starts, inquiries and lists as published', async () => {
    expect(formOf(await push())).toEqual(formOf(published('ifthenpay/push-accepted.json')));
    const { bankId } = last();
    const status = () => ask(bank, 'GET', `/spg/payment/mbway/status?requestId=${bankId}`);
    bank.decline(bankId);
    expect(formOf(await status())).toEqual(formOf(published('ifthenpay/status-rejected.json')));
    bank.receive(bankId, MONEY);
    expect(formOf(await status())).toEqual(formOf(published('ifthenpay/status-paid.json')));
    const list = (orderId: string) => ask(bank, 'POST', '/v2/payments/read', { orderId });
    expect(await list('2000')).toEqual(published('ifthenpay/payments-none.json'));
    const issued = await ask(bank, 'POST', '/multibanco/reference/init', {
      ...order,
      orderId: '17273',
    });
    expect(formOf(issued)).toEqual(formOf(published('ifthenpay/reference-issued.json')));
    bank.receive(last().bankId, MONEY);
    expect(formOf(await list('17273'))).toEqual(formOf(published('ifthenpay/payments-listed.json')));
  });

  test('fills the registered URL as in the published callback, and adds nothing', async () => {
    const start = bank.starts.find(({ method }) => method === 'REFERENCE');
    if (!start) throw new Error('no reference was issued');
    const { query } = bank.notification({ kind: 'paid', start, money: MONEY, noticeId: '' });
    // The order id is the merchant's own.
    const { orderId } = start;
    expect(formOf(query)).toEqual(formOf({ ...Object.fromEntries(callbackQuery), orderId }));
  });
});
