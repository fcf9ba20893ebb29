import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { MAIN_ITEM } from '../payments/tables.ts';
import { sideBySide } from '../reconciliation/side-by-side.ts';
import { toAttributes } from '../runtime/attributes.ts';

/** What is looked for, each by an index of its own. Times are in [`fromMs`, `toMs`). */
export type Wanted = { by: 'created' | 'paid'; fromMs: number; toMs: number } | { by: 'order'; orderId: string };

/** An entry of one of the indexes; `timeMs` is that of the creation or of the payment, 0 in a list by order. */
export const entry = z.object({ timeMs: z.int(), merchantId: z.string(), transactionId: z.string() });
export type Entry = z.infer<typeof entry>;

export interface EntryPage {
  entries: Entry[];
  /** Nothing comes after these. */
  isLast: boolean;
}

/** `after`: where the page before ended. */
export type FindEntries = (
  wanted: Wanted,
  merchantIds: readonly string[],
  page: { size: number; after?: Entry | undefined },
) => Promise<EntryPage>;

const INDEXES = {
  created: { IndexName: 'byMerchant', time: 'createdAt' },
  paid: { IndexName: 'paid', time: 'paidAt' },
  order: { IndexName: 'byOrder', time: undefined },
} as const;

// The first page of a merchant costs little; more at once would crowd the index of a busy table.
const MERCHANTS_AT_ONCE = 16;

/**
 * Entries of the merchants, the newest first and those of one moment by merchant, read from each merchant's end of the
 * index and merged. Each gives its first `size`, so that none before them is missing.
 */
export function findEntriesIn(client: DynamoDBClient, tableName: string): FindEntries {
  return async (wanted, merchantIds, { size, after }) => {
    const pages = await sideBySide([...merchantIds].sort(), MERCHANTS_AT_ONCE, (merchantId) =>
      entriesOf(client, tableName, wanted, { merchantId, size, after }),
    );
    // A stable sort over merchants in order: what one index gave keeps its own order.
    const all = pages.flatMap(({ entries }) => entries).sort((a, b) => b.timeMs - a.timeMs);
    const entries = all.slice(0, size);
    return { entries, isLast: entries.length === all.length && pages.every(({ isLast }) => isLast) };
  };
}

interface OfMerchant {
  merchantId: string;
  size: number;
  after: Entry | undefined;
}

async function entriesOf(
  client: DynamoDBClient,
  tableName: string,
  wanted: Wanted,
  { merchantId, size, after }: OfMerchant,
): Promise<EntryPage> {
  const range = rangeAfter(wanted, merchantId, after);
  if (!range) return { entries: [], isLast: true };
  const { IndexName, time } = INDEXES[wanted.by];
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName,
      KeyConditionExpression: `merchantId = :merchantId AND ${range.condition}`,
      ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ...range.values }),
      ScanIndexForward: false,
      Limit: size,
      ...(range.start && { ExclusiveStartKey: toAttributes({ ...range.start, item: MAIN_ITEM }) }),
    }),
  );
  const entries = Items.map((item) => ({
    timeMs: time === undefined ? 0 : Number(item[time]?.N),
    merchantId,
    transactionId: item.transactionId?.S ?? '',
  }));
  return { entries, isLast: LastEvaluatedKey === undefined };
}

/** What of one merchant's index comes after an entry of the merged list; undefined when nothing can. */
function rangeAfter(wanted: Wanted, merchantId: string, after: Entry | undefined) {
  const isBeforeInTies = after !== undefined && merchantId < after.merchantId;
  const isTheSame = merchantId === after?.merchantId;
  if (wanted.by === 'order') {
    if (isBeforeInTies) return undefined;
    const { orderId } = wanted;
    const start = isTheSame && { merchantId, externalOrderId: orderId, transactionId: after.transactionId };
    return { condition: 'externalOrderId = :order', values: { ':order': orderId }, start };
  }
  const { by, fromMs, toMs } = wanted;
  const time = INDEXES[by].time;
  const lastMs = Math.min(toMs - 1, after === undefined ? Infinity : after.timeMs - (isBeforeInTies ? 1 : 0));
  if (lastMs < fromMs) return undefined;
  const start = isTheSame && { merchantId, [time]: after.timeMs, transactionId: after.transactionId };
  return { condition: `${time} BETWEEN :from AND :last`, values: { ':from': fromMs, ':last': lastMs }, start };
}
