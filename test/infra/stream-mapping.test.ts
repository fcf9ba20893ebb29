import { describe, expect, test } from 'vitest';
import { compileFilters } from '../../lib/local/mappings/filter.ts';
import { devTemplates, functionNamesById, idOf } from './templates.ts';

const templates = devTemplates();
const mappings = templates
  .resources('service', 'AWS::Lambda::EventSourceMapping')
  .filter(({ properties }) => JSON.stringify(properties.EventSourceArn).includes('StreamArn'));
const mappingOf = (name: string) => {
  const functions = functionNamesById(templates.resources('service'), templates.stage);
  return mappings.find(({ properties }) => functions.get(String(idOf(properties.FunctionName))) === name)?.properties;
};
const patternsOf = (name: string) =>
  (mappingOf(name)?.FilterCriteria as { Filters: { Pattern: string }[] } | undefined)?.Filters.map(
    ({ Pattern }) => Pattern,
  ) ?? [];
const passes = compileFilters(patternsOf('webhooks-relay'));

const image = (status: string, more = {}) => ({
  transactionId: { S: 'tx_1' },
  item: { S: 'main' },
  status: { S: status },
  shard: { N: '3' },
  ...more,
});
const modified = (from: string, to: string) => ({
  eventName: 'MODIFY',
  dynamodb: { OldImage: image(from), NewImage: image(to) },
});
const inserted = (NewImage: unknown) => ({ eventName: 'INSERT', dynamodb: { NewImage } });

test('the table’s stream has one reader, the relay: more than two would be throttled', () => {
  expect(mappings).toHaveLength(1);
});

describe('the mapping from the table’s stream to the relay', () => {
  const properties = mappingOf('webhooks-relay') ?? {};

  test('begins with the oldest record, so that no earlier write is lost', () => {
    expect(properties.StartingPosition).toBe('TRIM_HORIZON');
  });

  test('is not blocked by a poison record: batches are bisected, failures reported by item, retries limited', () => {
    expect(properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(properties.MaximumRetryAttempts).toBeGreaterThan(0);
    expect(properties.MaximumRetryAttempts).toBeLessThan(100);
    expect(properties.MaximumRecordAgeInSeconds).toBeGreaterThan(0);
    expect(properties.MaximumRecordAgeInSeconds).toBeLessThan(24 * 3_600);
  });

  test('sends abandoned records to a queue with an alarm, on itself or on its dead letters', () => {
    const { OnFailure: onFailure } = properties.DestinationConfig as { OnFailure: { Destination: unknown } };
    const given = idOf(onFailure.Destination);
    const queue = templates.resources('service', 'AWS::SQS::Queue').find(({ id }) => id === given);
    const redrive = queue?.properties.RedrivePolicy as { deadLetterTargetArn: unknown } | undefined;
    const queueId = redrive ? idOf(redrive.deadLetterTargetArn) : given;
    const alarms = templates.resources('service', 'AWS::CloudWatch::Alarm');
    expect(alarms.filter((alarm) => JSON.stringify(alarm.properties).includes(`"${queueId}"`))).toHaveLength(1);
  });

  // AWS's default quota for a mapping.
  test('has five filters at most', () => {
    expect(patternsOf('webhooks-relay').length).toBeGreaterThan(0);
    expect(patternsOf('webhooks-relay').length).toBeLessThanOrEqual(5);
  });
});

describe('the filter of the stream', () => {
  const STATUSES = ['pending', 'paid', 'failed', 'cancelled'];
  // D9: the ends of a payment, and money that arrives after one without money.
  const ALLOWED = ['pending paid', 'pending failed', 'pending cancelled', 'failed paid', 'cancelled paid'];

  test('of a change of status passes exactly the allowed transitions', () => {
    const steps = STATUSES.flatMap((from) => STATUSES.map((to) => `${from} ${to}`));
    const passed = steps.filter((step) => {
      const [from = '', to = ''] = step.split(' ');
      return passes(modified(from, to));
    });
    expect(passed.sort()).toEqual(ALLOWED.toSorted());
  });

  test('passes the insert of a test event', () => {
    expect(passes(inserted(image('pending', { kind: { S: 'test' } })))).toBe(true);
  });

  test.each([
    ['the insert of a transaction', inserted(image('pending'))],
    ['the insert of a settled transaction, which no function writes', inserted(image('paid'))],
    [
      'the insert of an exception for finance',
      inserted({ transactionId: { S: 'tx_1' }, kind: { S: 'late' }, state: { S: 'open' } }),
    ],
    ['the insert of a refund', inserted({ transactionId: { S: 'tx_1' }, item: { S: 'refund#r-1' } })],
    [
      'a delivery record on a test event',
      {
        eventName: 'MODIFY',
        dynamodb: {
          OldImage: image('pending', { kind: { S: 'test' } }),
          NewImage: image('pending', { kind: { S: 'test' } }),
        },
      },
    ],
    ['the removal of an item', { eventName: 'REMOVE', dynamodb: { OldImage: image('paid') } }],
  ])('does not pass %s', (_name, record) => {
    expect(passes(record)).toBe(false);
  });
});
