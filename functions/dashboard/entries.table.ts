import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../dynamo/query.ts';
import { MAIN_ITEM } from '../payments/tables.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { sideBySide } from '../runtime/side-by-side.ts';
import type { Entry, ScanEntries, Wanted } from './entries-page.ts';

const INDEXES = {
  created: { IndexName: 'byMerchant', time: 'createdAt' },
  paid: { IndexName: 'paid', time: 'paidAt' },
  moved: { IndexName: 'paid', time: 'paidAt' },
  order: { IndexName: 'byOrder', time: undefined },
} as const;

// A read of an index costs half a unit for 4 KB, which is as many entries.
const FOR_HALF_A_UNIT = 32;
// More concurrent reads would overload the index of a busy table.
const MAX_CONCURRENT_READS = 16;

/** A merchant's part of the index: entries read and not yet returned, and how to read the next; null at its end. */
interface MerchantEntries {
  entries: Entry[];
  readNext: ((size: number) => Promise<void>) | null;
}

/**
 * Entries of the merchants, newest first and those of one moment by merchant, merged from each merchant's part of the
 * index. Of many merchants few entries are read at a time.
 */
export function scanEntriesIn(client: DynamoDBClient, tableName: string): ScanEntries {
  return (wanted, merchantIds, { size, after }) => {
    const ids = [...merchantIds].sort();
    const all = ids.map((merchantId) => entriesOf(client, tableName, wanted, { merchantId, after }));
    const part = ids.length === 1 ? size : FOR_HALF_A_UNIT;
    return {
      next: async (count) => {
        const next: Entry[] = [];
        while (next.length < count) {
          await sideBySide(all.filter(isEmptied), MAX_CONCURRENT_READS, async ({ readNext }) =>
            readNext?.(Math.min(part, count)),
          );
          const newest = newestOf(all);
          if (!newest) break;
          next.push(newest);
        }
        return next;
      },
      isOver: () => all.every(({ entries, readNext }) => entries.length === 0 && readNext === null),
    };
  };
}

function isEmptied({ entries, readNext }: MerchantEntries): boolean {
  return entries.length === 0 && readNext !== null;
}

/** Removes and returns the newest of the first entries; of one moment that of the first merchant. */
function newestOf(all: readonly MerchantEntries[]): Entry | undefined {
  let newest: MerchantEntries | undefined;
  for (const each of all) {
    const [entry] = each.entries;
    if (entry && (newest?.entries[0]?.timeMs ?? -1) < entry.timeMs) newest = each;
  }
  return newest?.entries.shift();
}

function entriesOf(
  client: DynamoDBClient,
  tableName: string,
  wanted: Wanted,
  { merchantId, after }: { merchantId: string; after: Entry | undefined },
): MerchantEntries {
  const range = rangeAfter(wanted, merchantId, after);
  const found: MerchantEntries = { entries: [], readNext: null };
  if (!range) return found;
  const { IndexName, time } = INDEXES[wanted.by];
  let start: Attributes | undefined = range.start
    ? toAttributes({ ...range.start, merchantId, item: after?.item ?? MAIN_ITEM })
    : undefined;
  const query = {
    TableName: tableName,
    IndexName,
    KeyConditionExpression: `merchantId = :merchantId AND ${range.condition}`,
    ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ...range.values }),
    ScanIndexForward: false,
  };
  const entryOf = (attributes: Attributes): Entry => {
    const { transactionId, item, externalOrderId } = attributes;
    return {
      ...{ timeMs: time === undefined ? 0 : Number(attributes[time]?.N), merchantId },
      transactionId: transactionId?.S ?? '',
      ...(externalOrderId?.S !== undefined && { orderId: externalOrderId.S }),
      ...(wanted.by === 'moved' && { item: item?.S }),
    };
  };
  // The index of payments has the other movements of money too.
  const isFound = ({ item }: Attributes) => wanted.by !== 'paid' || item?.S === MAIN_ITEM;
  found.readNext = async (size) => {
    do {
      const page = await queryPage(client, { ...query, Limit: size }, start);
      start = page.after;
      found.entries.push(...page.items.filter(isFound).map(entryOf));
    } while (found.entries.length === 0 && start !== undefined);
    if (start === undefined) found.readNext = null;
  };
  return found;
}

/** The range of one merchant's index after an entry of the merged list; undefined when it is empty. */
function rangeAfter(wanted: Wanted, merchantId: string, after: Entry | undefined) {
  const isBeforeInTies = after !== undefined && merchantId < after.merchantId;
  const isTheSame = merchantId === after?.merchantId;
  if (wanted.by === 'order') {
    if (isBeforeInTies) return undefined;
    const { orderId, isPrefix } = wanted;
    const { transactionId, orderId: externalOrderId = orderId } = after ?? {};
    const start = isTheSame && { merchantId, externalOrderId, transactionId };
    if (!isPrefix) return { condition: 'externalOrderId = :order', values: { ':order': orderId }, start };
    // `begins_with` of the local engine ignores case.
    const values = { ':order': orderId, ':last': `${orderId}\u{10FFFF}` };
    return { condition: 'externalOrderId BETWEEN :order AND :last', values, start };
  }
  const { by, fromMs, toMs } = wanted;
  const time = INDEXES[by].time;
  const lastMs = Math.min(toMs - 1, after === undefined ? Infinity : after.timeMs - (isBeforeInTies ? 1 : 0));
  if (lastMs < fromMs) return undefined;
  const start = isTheSame && { merchantId, [time]: after.timeMs, transactionId: after.transactionId };
  return { condition: `${time} BETWEEN :from AND :last`, values: { ':from': fromMs, ':last': lastMs }, start };
}
