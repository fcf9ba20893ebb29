import {
  type CancellationReason,
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { conditionOf, where } from '../../dynamo/update.ts';
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

/** DynamoDB's limit of one transaction. */
const MAX_ACTIONS = 100;
const MAX_PARALLEL_GROUPS = 8;
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
    const left = await sideBySide(groupsOf(entries), MAX_PARALLEL_GROUPS, uncounted);
    return new Set(left.flat().map(({ id }) => id));
  };

  /** The entries of a group that could not be counted. */
  async function uncounted(group: readonly Entry[]): Promise<readonly Entry[]> {
    let left = group;
    let pauses = 0;
    while (left.length > 0) {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems: actionsOf(left) }));
        return [];
      } catch (error) {
        const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
        const withoutMarker = left.filter((_, index) => reasons[index]?.Code !== 'ConditionalCheckFailed');
        if (withoutMarker.length < left.length) {
          left = withoutMarker;
          continue;
        }
        const pauseMs = PAUSES_MS[pauses];
        if (!reasons.some(isPassing) || pauseMs === undefined) {
          const { errorName, errorMessage } = errorFields(error);
          const merchantId = left[0]?.merchantId;
          logger.warn('totals update failed', { count: left.length, merchantId, errorName, errorMessage });
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
        ...conditionOf(where({ item: undefined })),
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

/** Groups of one merchant each, with each entry once, and each as large as a transaction may be. */
function groupsOf(entries: readonly Entry[]): Entry[][] {
  const unique = new Map(entries.map((entry) => [entry.id, entry]));
  const changing = [...unique.values()].filter(({ contributions }) => contributions.length > 0);
  const byMerchant = Map.groupBy(changing, ({ merchantId }) => merchantId);
  return [...byMerchant.values()].flatMap((ofMerchant) => {
    const groups: Entry[][] = [];
    for (const entry of ofMerchant) {
      const group = groups.at(-1);
      if (group && actionCount([...group, entry]) <= MAX_ACTIONS) group.push(entry);
      else groups.push([entry]);
    }
    return groups;
  });
}

/** A marker for each entry and a counter for each day. */
function actionCount(entries: readonly Entry[]): number {
  return entries.length + byDay(entries).size;
}

function adding(figures: Figures, nowMs: number) {
  const names: Record<string, string> = {};
  const values: Record<string, number> = { ':one': 1, ':now': nowMs };
  const added = ['version :one'];
  for (const [figure, sum] of Object.entries(figures)) {
    const attributes = attributesOf(figure as Figure);
    for (const part of ['count', 'cents'] as const) {
      const name = `f${Object.keys(names).length}`;
      names[`#${name}`] = attributes[part];
      values[`:${name}`] = sum[part];
      added.push(`#${name} :${name}`);
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
