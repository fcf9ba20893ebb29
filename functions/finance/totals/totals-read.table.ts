import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import { queryPage } from '../../dynamo/query.ts';
import { MONEY_ATTRIBUTES, moneyOf } from '../../payments/money/movement.ts';
import type { TRANSACTION_INDEXES } from '../../payments/tables.ts';
import { STATUSES } from '../../payments/transitions.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { integerIn, knownIn, textIn } from '../../runtime/parse-item.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { daysOf } from './period.ts';
import {
  type ReadTotals,
  type Settled,
  type TotalsOf,
  together,
  totalsOfMovements,
  totalsOfStatuses,
} from './totals.ts';

const INDEXES = {
  movements: { name: 'paid', time: 'paidAt', attributes: MONEY_ATTRIBUTES },
  statuses: {
    name: 'settled',
    time: 'settledAt',
    attributes: ['amountCents', 'status', 'paymentMethod', 'bankAccount', 'settledAt'],
  },
} as const satisfies Record<
  TotalsOf,
  { name: keyof typeof TRANSACTION_INDEXES; time: string; attributes: readonly string[] }
>;

// More at once make the local engine slower, and on AWS one processor parses the answers.
const DAYS_AT_ONCE = 4;

/**
 * Reads entries of the index, and no item. Adds up page by page, so that no more than the pages being read are in
 * memory. Of most merchants there is one page. Of a merchant with more, the days after it are read side by side.
 */
export function readTotalsIn(client: DynamoDBClient, TableName: string): ReadTotals {
  return async (merchantId, { of, end, ...period }) => {
    const { name: IndexName, time, attributes } = INDEXES[of];
    const totals = (entries: readonly Attributes[]) =>
      of === 'movements' ? totalsOfMovements(entries.map(moneyOf), end.toMs) : totalsOfStatuses(entries.map(settledOf));
    const readPage = (fromMs: number, toMs: number, after?: Attributes) => {
      const query = {
        TableName,
        IndexName,
        // Without the ids: half the time to parse an answer. Some of the names are reserved words.
        ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
        KeyConditionExpression: `merchantId = :merchantId AND ${time} BETWEEN :from AND :last`,
        ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':last': toMs - 1 }),
      };
      return queryPage(client, query, after);
    };
    const first = await readPage(period.from.fromMs, period.to.toMs);
    const parts = [totals(first.items)];
    const reachedMs = Number(first.after?.[time]?.N ?? Number.NaN);
    const daysLeft = daysOf(period).filter(({ toMs }) => toMs > reachedMs);
    await sideBySide(daysLeft, DAYS_AT_ONCE, async ({ fromMs, toMs }) => {
      let after = fromMs <= reachedMs ? first.after : undefined;
      do {
        const page = await readPage(fromMs, toMs, after);
        parts.push(totals(page.items));
        after = page.after;
      } while (after);
    });
    return together(parts);
  };
}

function settledOf(entry: Attributes): Settled {
  return {
    status: knownIn(entry, 'status', STATUSES) ?? 'pending',
    amountCents: integerIn(entry, 'amountCents'),
    method: knownIn(entry, 'paymentMethod', PAYMENT_METHODS),
    bankAccount: textIn(entry, 'bankAccount'),
    atMs: integerIn(entry, 'settledAt'),
  };
}
