import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../../../dynamo/query.ts';
import { exceptionOf, isException } from '../../../payments/exceptions/exception-record.ts';
import { isRefund, refundOf } from '../../../payments/money/refund.ts';
import { itemsQuery, type Partition, partitionOf } from '../../../payments/partition.ts';
import { transactionOf } from '../../../payments/transaction.ts';
import type { Attributes } from '../../../runtime/attributes.ts';
import { isResendRecord, resendRecordOf } from '../../../webhooks/resend/resend-record.ts';
import { movementRow } from '../../finance/movements/movement-row.ts';
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
    const query = itemsQuery(tableName, transactionId);
    const items: Attributes[] = [];
    let page = await queryPage(client, query);
    for (let pages = 1; ; pages += 1) {
      items.push(...page.items);
      if (!page.after || pages === MAX_PAGES) break;
      page = await queryPage(client, query, page.after);
    }
    const found = partitionOf(items);
    return found && { records: recordsOf(found), isComplete: page.after === undefined };
  };
}

function recordsOf({ main, items }: Partition): TimelineRecords {
  return {
    transaction: transactionOf(main),
    resendRecords: items(isResendRecord, resendRecordOf),
    answers: new Map(
      items(isAnswer, ({ item, answer }) => [item?.S?.slice(ANSWER_PREFIX.length) ?? '', answer?.S ?? '']),
    ),
    exceptions: items(isException, exceptionOf),
    refunds: items(isRefund, refundOf),
    movements: items(
      () => true,
      (item) => item,
    )
      .filter(({ paidAt }) => paidAt !== undefined)
      .map((item) => movementRow(item, main))
      .sort((a, b) => a.atMs - b.atMs),
  };
}

function isAnswer(sortKey: string): boolean {
  return sortKey.startsWith(ANSWER_PREFIX);
}
