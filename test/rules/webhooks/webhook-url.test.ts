import { describe, expect, test } from 'vitest';
import { outcomeWords } from '../../../dashboard/src/i18n/sentences.ts';
import { textsIn } from '../../../dashboard/src/i18n/words.ts';
import { mayConnectTo } from '../../../functions/webhooks/endpoint/address-guard.ts';
import { MAX_URL_CHARACTERS, URL_PROBLEM_SENTENCES } from '../../../functions/webhooks/endpoint/url-problem.ts';
import { checkWebhookUrl, hostOf } from '../../../functions/webhooks/endpoint/webhook-url.ts';
import { webhookSecrets } from '../../../functions/webhooks/signature.ts';

const CLOSED = { permitLoopback: false };
const urlOfLength = (length: number) => 'https://shop.example/'.padEnd(length, 'a');

describe('the length of a webhook URL', () => {
  test('may be 2,048 characters and not one more (§6)', () => {
    expect(MAX_URL_CHARACTERS).toBe(2_048);
    expect(checkWebhookUrl(urlOfLength(2_048), CLOSED)).toEqual({ ok: true, value: urlOfLength(2_048) });
    expect(checkWebhookUrl(urlOfLength(2_049), CLOSED)).toEqual({ ok: false, problem: 'too-long' });
  });

  test('is limited as typed, even where its normalised form is short', () => {
    const url = `https://shop.example/#${'a'.repeat(MAX_URL_CHARACTERS)}`;
    expect(checkWebhookUrl(url, CLOSED)).toEqual({ ok: false, problem: 'too-long' });
  });
});

describe('the host of a webhook URL', () => {
  test.each(['local.shop.example', 'internal.shop.example', 'homeshop.example', 'mylocal.example', 'shop.lan.example'])(
    'may look like an inner name without ending in one: %s',
    (host) => {
      expect(checkWebhookUrl(`https://${host}/`, CLOSED)).toEqual({ ok: true, value: `https://${host}/` });
    },
  );

  test.each(['nas.home', 'shop.corp', 'shop.private', 'shop.lan', 'shop.intranet', '1.0.0.10.in-addr.arpa'])(
    'may not end in an inner name: %s',
    (host) => {
      expect(checkWebhookUrl(`https://${host}/`, CLOSED)).toEqual({ ok: false, problem: 'not-public' });
    },
  );

  test.each([
    ['https://shop.example./hook', 'shop.example'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
    ['https://8.8.8.8:8443/', '8.8.8.8'],
  ])('of %s is connected to as %s', (url, host) => {
    expect(hostOf(new URL(url))).toBe(host);
  });

  test('may not have a password, even without a user name', () => {
    expect(checkWebhookUrl('https://:word@shop.example/', CLOSED)).toEqual({ ok: false, problem: 'credentials' });
  });
});

test('every problem of a URL has a sentence in both languages, and the limit is in the one about length', () => {
  for (const sentences of [URL_PROBLEM_SENTENCES, textsIn(outcomeWords, 'pt').webhookUrl]) {
    expect(Object.keys(sentences).sort()).toEqual(['credentials', 'malformed', 'not-https', 'not-public', 'too-long']);
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentences['too-long']).toContain('2048');
  }
  expect(textsIn(outcomeWords, 'pt').webhookUrl).not.toEqual(URL_PROBLEM_SENTENCES);
});

test('an IPv6 address counts as a wrapped IPv4 one only with the complete ISATAP mark', () => {
  const addresses = ['2606:4700::1:5efe:808:808', '2606:4700::5eff:808:808', '2606:4700::200:5efe:808:808'];
  expect(addresses.map((address) => mayConnectTo(address, CLOSED))).toEqual([true, true, false]);
});

describe('the webhook secrets of a merchant, as they are read', () => {
  const current = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const previous = { secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=', until: 1_800_000_000_000 };

  test.each([{ current }, { current, previous }])(
    'keep the current secret and the previous with its end',
    (secrets) => {
      expect(webhookSecrets.parse(secrets)).toEqual(secrets);
    },
  );

  test.each([
    ['no current secret', { previous }],
    ['a previous one without an end, which would count for ever', { current, previous: { secret: previous.secret } }],
    ['an end without a previous one', { current, previous: { until: previous.until } }],
  ])('are refused with %s', (_, secrets) => {
    expect(webhookSecrets.safeParse(secrets).success).toBe(false);
  });
});

test.each([
  'https://localhost../',
  'https://127.0.0.1../',
  'https://printer.local../',
  'https://shop..example/',
  'https://.../',
  'https://.shop.example/',
])('a host with an empty label is refused: %s', (url) => {
  expect(checkWebhookUrl(url, { permitLoopback: true })).toEqual({ ok: false, problem: 'malformed' });
});

test('a rooted name is accepted', () => {
  expect(checkWebhookUrl('https://shop.example./hook', { permitLoopback: false }).ok).toBe(true);
});
