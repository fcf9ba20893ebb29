import {
  type CancellationReason,
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { Entry, Figure } from './contribution.ts';
import { attributesOf } from './counter.ts';
import { byDay, type Figures } from './figures.ts';
import { markerOf } from './marker.ts';

/** Counts what was not counted before. Answers the ids that could not be counted and must be retried; never throws. */
export type CountEntries = (entries: readonly Entry[]) => Promise<Set<string>>;

export interface CountDependencies {
  clock: Clock;
  sleep: (durationMs: number) => Promise<unknown>;
  logger: Pick<Logger, 'warn'>;
}

/** DynamoDB's own limit of one transaction. */
const MOST_ACTIONS = 100;
const GROUPS_AT_ONCE = 8;
/** Pauses before counters are tried again that another write is changing. */
const PAUSES_MS = [25, 100, 400, 1_600];

/**
 * Counts exactly once: the markers of a group's entries and the counters' changes are one transaction, so that a repeat
 * finds its marker and is left out, and a crash leaves either everything or nothing. A group updates each counter once.
 * It is of one merchant, so that no merchant waits for another's counters.
 */
export function countIn(client: DynamoDBClient, tableName: string, dependencies: CountDependencies): CountEntries {
  const { clock, sleep, logger } = dependencies;
  return async (entries) => {
    const left = await sideBySide(groupsOf(entries), GROUPS_AT_ONCE, uncounted);
    return new Set(left.flat().map(({ id }) => id));
  };

  async function uncounted(group: readonly Entry[]): Promise<readonly Entry[]> {
    let left = group;
    let pauses = 0;
    while (left.length > 0) {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems: actionsOf(left) }));
        return [];
      } catch (error) {
        const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
        const uncountedYet = left.filter((_, index) => reasons[index]?.Code !== 'ConditionalCheckFailed');
        const isStuck = uncountedYet.length === left.length;
        left = uncountedYet;
        if (!isStuck) continue;
        const pauseMs = PAUSES_MS[pauses];
        if (!reasons.some(isPassing) || pauseMs === undefined) {
          logger.warn('totals update failed', {
            count: left.length,
            merchantId: left[0]?.merchantId,
            ...causeOf(error),
          });
          return left;
        }
        pauses += 1;
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }
    return [];
  }

  /** Markers first, in the order of the entries: the reasons of a refusal come in the order of the actions. */
  function actionsOf(entries: readonly Entry[]): TransactWriteItem[] {
    const nowMs = clock();
    const markers = entries.map((entry) => ({
      Put: {
        TableName: tableName,
        Item: toAttributes(markerOf(entry, nowMs)),
        ConditionExpression: 'attribute_not_exists(#item)',
        // `item` is a reserved word.
        ExpressionAttributeNames: { '#item': 'item' },
      },
    }));
    // Also where the changes add up to zero: a marker is only written with a new version of each of its counters.
    const counters = [...byDay(entries)].map(([day, figures]) => ({
      Update: {
        TableName: tableName,
        Key: toAttributes({ day, item: entries[0]?.merchantId }),
        ...adding(figures, nowMs),
      },
    }));
    return [...markers, ...counters];
  }
}

/** Groups of one merchant each, with each entry once, and no larger than a transaction may be. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const byMerchant = new Map<string, Map<string, Entry>>();
  for (const entry of entries) {
    if (entry.contributions.length === 0) continue;
    const known = byMerchant.get(entry.merchantId) ?? new Map<string, Entry>();
    byMerchant.set(entry.merchantId, known.set(entry.id, entry));
  }
  return [...byMerchant.values()].flatMap((ofMerchant) => packed([...ofMerchant.values()]));
}

/** Fills each transaction as far as possible: most entries of a batch are of the same day. */
function packed(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let days = new Set<string>();
  let group: Entry[] = [];
  for (const entry of entries) {
    const withEntry = new Set([...days, ...entry.contributions.map(({ day }) => day)]);
    if (group.length + 1 + withEntry.size > MOST_ACTIONS) {
      groups.push(group);
      group = [];
      days = new Set();
    }
    group.push(entry);
    for (const { day } of entry.contributions) days.add(day);
  }
  return group.length === 0 ? groups : [...groups, group];
}

function adding(figures: Figures, nowMs: number) {
  const names: Record<string, string> = {};
  const values: Record<string, number> = { ':one': 1, ':now': nowMs };
  const added = ['version :one'];
  for (const [figure, sum] of Object.entries(figures)) {
    const attributes = attributesOf(figure as Figure);
    for (const part of ['count', 'cents'] as const) {
      const place = `f${Object.keys(names).length}`;
      names[`#${place}`] = attributes[part];
      values[`:${place}`] = sum[part];
      added.push(`#${place} :${place}`);
    }
  }
  return {
    UpdateExpression: `SET changedAt = :now ADD ${added.join(', ')}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: toAttributes(values),
  };
}

function isPassing({ Code }: CancellationReason): boolean {
  return Code === 'TransactionConflict' || Code === 'ThrottlingError' || Code === 'ProvisionedThroughputExceeded';
}

/** The log fields of an error, without the message of a refused transaction, which only lists its reasons. */
function causeOf(error: unknown) {
  const { errorName, errorMessage } = errorFields(error);
  return { errorName, errorMessage };
}
