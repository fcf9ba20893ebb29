import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../../dynamo/query.ts';
import { exceptionOf, isException } from '../../payments/exceptions/exception-record.ts';
import { isRefund, refundOf } from '../../payments/money/refund.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { transactionOf } from '../../payments/transaction.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { isPreviousSeries, previousSeriesOf } from '../../webhooks/resend/previous-series.ts';
import type { TimelineRecords } from './timeline.ts';

/** `isComplete` is false where the transaction has more items than are read. */
export type ReadTimeline = (
  transactionId: string,
) => Promise<{ records: TimelineRecords; isComplete: boolean } | undefined>;

const ANSWER_PREFIX = 'answer#';

// A megabyte each; a transaction of 200 resends with stored answers fills one.
const MAX_PAGES = 4;

/** All items of one transaction, strongly consistent; undefined when there is no main item. */
export function readTimelineIn(client: DynamoDBClient, tableName: string): ReadTimeline {
  return async (transactionId) => {
    const items = new Map<string, Attributes>();
    const query = {
      TableName: tableName,
      KeyConditionExpression: 'transactionId = :id',
      ExpressionAttributeValues: toAttributes({ ':id': transactionId }),
      ConsistentRead: true,
    };
    let page = await queryPage(client, query);
    for (let pages = 1; ; pages += 1) {
      for (const item of page.items) items.set(item.item?.S ?? '', item);
      if (!page.after || pages === MAX_PAGES) break;
      page = await queryPage(client, query, page.after);
    }
    const main = items.get(MAIN_ITEM);
    return main && { records: recordsOf(main, items), isComplete: page.after === undefined };
  };
}

function recordsOf(main: Attributes, items: ReadonlyMap<string, Attributes>): TimelineRecords {
  const of = (isOne: (sortKey: string) => boolean) =>
    [...items].filter(([sortKey]) => isOne(sortKey)).map(([, item]) => item);
  const answers = [...items]
    .filter(([sortKey]) => sortKey.startsWith(ANSWER_PREFIX))
    .map(([sortKey, { answer }]) => [sortKey.slice(ANSWER_PREFIX.length), answer?.S ?? ''] as const);
  return {
    transaction: transactionOf(main),
    previousSeries: of(isPreviousSeries).map(previousSeriesOf),
    answers: new Map(answers),
    exceptions: of(isException).map(exceptionOf),
    refunds: of(isRefund).map(refundOf),
  };
}
