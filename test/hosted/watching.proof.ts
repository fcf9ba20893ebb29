import { expect } from 'vitest';
import { devTemplates } from '../infra/templates.ts';
import { eventually } from '../support/eventually.ts';
import { hostedTest as test } from './support/hosted-test.ts';

type Line = Record<string, unknown>;

/** The text of a saved query, by the end of its name. */
function savedQuery(name: string): string {
  const queries = devTemplates().resources('service', 'AWS::Logs::QueryDefinition');
  const found = queries.find(({ properties }) => String(properties.Name).endsWith(`/${name}`));
  return String(found?.properties.QueryString);
}

/**
 * Runs the filter of a query with its placeholder replaced: comparisons with `=`, joined by `or`. Sorting and the
 * chosen fields are CloudWatch's; every field must be one that some line has.
 */
function run(query: string, placeholder: string, value: string, lines: Line[]): Line[] {
  const [, filter = ''] = /\| filter (.+)/.exec(query.replaceAll(placeholder, value)) ?? [];
  const terms = filter.split(' or ').map((term) => /^(\w+) = '([^']*)'$/.exec(term)?.slice(1) ?? expect.fail(term));
  return lines.filter((line) => terms.some(([field = '', wanted]) => line[field] === wanted));
}

test('one id leads from a request to each attempt of its webhook, and the saved queries find every line', async ({
  hosted,
}) => {
  const begin = hosted.log.length;
  const shop = await hosted.shop();
  shop.hook.answers = (number) => ({ status: number === 1 ? 503 : 200 });
  const transactionId = await shop.paid();
  const linesOf = () =>
    hosted.log
      .slice(begin)
      .flatMap((entry): Line[] =>
        entry.kind === 'function' && entry.line.startsWith('{') && !entry.functionName.includes('simulator')
          ? [{ ...JSON.parse(entry.line), log: entry.functionName }]
          : [],
      );
  const attemptsIn = (lines: Line[]) => lines.filter(({ message }) => message === 'webhook attempted');
  await eventually(() => attemptsIn(linesOf()).length >= 2);

  const lines = linesOf();
  const ofTransaction = run(savedQuery('transaction'), 'TRANSACTION_ID', transactionId, lines);
  const messages = ofTransaction.map(({ message, resource = '' }) => `${message} ${resource}`.trim());
  expect(messages).toEqual(
    expect.arrayContaining([
      'call answered /v1/payments/init',
      'call answered /v1/payments/mbway',
      'bank notification processed',
      'webhook attempted',
    ]),
  );
  // Nothing about the transaction is logged without its id and the id of a request.
  for (const line of lines.filter((each) => JSON.stringify(each).includes(transactionId)))
    expect(line, JSON.stringify(line)).toMatchObject({
      transactionId,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });

  const notified = ofTransaction.find(({ message }) => message === 'bank notification processed');
  const ofRequest = run(savedQuery('request'), 'REQUEST_ID', String(notified?.requestId), lines);
  expect(ofRequest.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['bank notification processed', 'webhook attempted']),
  );
  expect(attemptsIn(ofRequest)).toEqual(attemptsIn(ofTransaction));
});
