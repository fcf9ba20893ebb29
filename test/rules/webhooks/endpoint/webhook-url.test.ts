import { describe, expect, test } from 'vitest';
import { outcomeWords } from '../../../../dashboard/src/i18n/sentences.ts';
import { textsIn } from '../../../../dashboard/src/i18n/words.ts';
import { MAX_URL_CHARACTERS, URL_PROBLEM_SENTENCES } from '../../../../functions/webhooks/endpoint/url-problem.ts';
import { checkWebhookUrl, hostOf } from '../../../../functions/webhooks/endpoint/webhook-url.ts';

const CLOSED = { permitLoopback: false };
const LOCAL = { permitLoopback: true };
const urlOfLength = (length: number) => 'https://shop.example/'.padEnd(length, 'a');

describe('a webhook URL', () => {
  test.each([
    ['https://shop.example/hook', 'https://shop.example/hook'],
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['https://shop.example:8443/a?b=c', 'https://shop.example:8443/a?b=c'],
    ['https://shop.example:443/', 'https://shop.example/'],
    ['https://shop.example/#part', 'https://shop.example/'],
    ['https://shop.example./hook', 'https://shop.example./hook'],
    ['https://loja-são.example/', 'https://xn--loja-so-2wa.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    [urlOfLength(2_048), urlOfLength(2_048)],
    // An inner name inside of a public one.
    ...['local.shop', 'internal.shop', 'homeshop', 'mylocal', 'shop.lan'].map((name) => {
      return [`https://${name}.example/`, `https://${name}.example/`];
    }),
  ])('%s is kept as %s', (text, url) => {
    expect(checkWebhookUrl(text, CLOSED)).toEqual({ ok: true, value: url });
  });

  test.each([
    ...['http://shop.example/', 'ftp://shop.example/', '//shop.example/', 'shop.example', '', 'https:shop.example'].map(
      (text) => [text, 'not-https'],
    ),
    [' https://shop.example/', 'not-https'],
    ['https://', 'malformed'],
    ['https://shop.example:99999/', 'malformed'],
    ['https://shop example/', 'malformed'],
    ['https://shop.example/a\tb', 'malformed'],
    ['https://shop.example\\@inner/', 'malformed'],
    ['https://user@shop.example/', 'credentials'],
    ['https://:word@shop.example/', 'credentials'],
    ['https://shop.example@127.0.0.1/', 'credentials'],
    ['https:///hook', 'not-public'],
    ['https://10.0.0.1/', 'not-public'],
    ['https://localhost/', 'not-public'],
    ...['intranet', 'metadata.google.internal', 'printer.local', 'nas.home', 'shop.corp', 'shop.private'].map(
      (name) => {
        return [`https://${name}/`, 'not-public'];
      },
    ),
    ...['shop.lan', 'shop.intranet', '1.0.0.10.in-addr.arpa'].map((name) => [`https://${name}/`, 'not-public']),
    [urlOfLength(2_049), 'too-long'],
    [`https://shop.example/${'é'.repeat(1_000)}`, 'too-long'],
    // As typed, though its normalised form is short.
    [`https://shop.example/#${'a'.repeat(MAX_URL_CHARACTERS)}`, 'too-long'],
  ])('%s is refused: %s', (text, problem) => {
    expect(checkWebhookUrl(text ?? '', CLOSED)).toEqual({ ok: false, problem });
  });

  test.each(['localhost..', '127.0.0.1..', 'printer.local..', 'shop..example', '...', '.shop.example'])(
    'with an empty label is refused also on one machine: %s',
    (host) => {
      expect(checkWebhookUrl(`https://${host}/`, LOCAL)).toEqual({ ok: false, problem: 'malformed' });
    },
  );

  test.each(['https://localhost:4443/webhook', 'https://127.0.0.1:4443/webhook', 'https://[::1]:4443/webhook'])(
    '%s is kept on one machine',
    (text) => {
      expect(checkWebhookUrl(text, LOCAL)).toEqual({ ok: true, value: text });
    },
  );
});

test.each([
  ['https://shop.example./hook', 'shop.example'],
  ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
  ['https://8.8.8.8:8443/', '8.8.8.8'],
])('the host of %s is connected to as %s', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});

test('every problem of a URL has a sentence in both languages, and the limit is in the one about length (§6)', () => {
  for (const sentences of [URL_PROBLEM_SENTENCES, textsIn(outcomeWords, 'pt').webhookUrl]) {
    expect(Object.keys(sentences).sort()).toEqual(['credentials', 'malformed', 'not-https', 'not-public', 'too-long']);
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentences['too-long']).toContain('2048');
  }
  expect(textsIn(outcomeWords, 'pt').webhookUrl).not.toEqual(URL_PROBLEM_SENTENCES);
});
