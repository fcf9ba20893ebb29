import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorActionsPart } from '../../../lib/docs/error-actions.ts';
import { errorTexts } from '../../../lib/docs/errors.ts';

const OF_FIELDS = 'fields';

test.each(['docs/merchants/errors.md', 'docs/merchants/pt/errors.md'])('%s has each error text in one row', (page) => {
  const text = readFileSync(page, 'utf8');
  const single = errorTexts().filter(([, , action]) => action !== OF_FIELDS);
  expect(single.length).toBeGreaterThan(20);
  expect(single.filter(([, error]) => text.split(`\`${error}\``).length !== 2)).toEqual([]);
  for (const [, error, action] of errorTexts()) {
    if (action === OF_FIELDS) expect(text).toContain(`\`${error.split(' ')[0]} …\``);
  }
});

test('the text of a 400 begins with what is wrong', () => {
  const texts = errorTexts().filter(([status]) => status === 400);
  const begins =
    /^(orderId|amount|currency|Idempotency-Key|transactionIds?|phoneNumber|webhooks|after|from|limit|day|body|Content-Type|a request|the request)\b/;
  expect(texts.filter(([, text]) => !begins.test(text))).toEqual([]);
});

test('a row of advice without an error text, or with texts of two statuses, is refused', () => {
  const texts = errorTexts();
  expect(() =>
    errorActionsPart(
      texts.filter(([status]) => status !== 404),
      'en',
    ),
  ).toThrow('"path"');
  expect(() => errorActionsPart([...texts, [500, 'another', 'path']], 'pt')).toThrow('"path"');
});
