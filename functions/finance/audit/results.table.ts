import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { queryAll } from '../../dynamo/query.ts';
import { conditionOf } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { AUDIT_PARTITION } from '../tables.ts';
import { type AuditState, auditState } from './state.ts';
import { tally } from './tally.ts';

const STATE = 'state';
const RESULT_PREFIX = 'result#';

/** The result of the audit of one Lisbon day. */
export const auditResult = z.object({ day: z.string(), startedAt: z.int(), finishedAt: z.int(), tally });
export type AuditResult = z.infer<typeof auditResult>;

export type AuditResults = ReturnType<typeof auditResultsTable>;

/** Everything the audit writes: its progress and its results. */
export function auditResultsTable(client: DynamoDBClient, TableName: string) {
  return {
    async state(): Promise<{ state: AuditState | undefined; version: number }> {
      const Key = toAttributes({ day: AUDIT_PARTITION, item: STATE });
      const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) return { state: undefined, version: 0 };
      // `place` is the stored name of the position.
      const { place: position, ...state } = JSON.parse(Item.state?.S ?? '');
      return { state: auditState.parse({ ...state, position }), version: Number(Item.version?.N) };
    },

    /** Throws when another run has written the state since it was read as `version`. */
    async saveState({ position: place, ...state }: AuditState, version: number): Promise<void> {
      await client.send(
        new PutItemCommand({
          TableName,
          Item: toAttributes({
            day: AUDIT_PARTITION,
            item: STATE,
            state: JSON.stringify({ ...state, place }),
            version: version + 1,
          }),
          ...conditionOf({
            conditions: ['(attribute_not_exists(version) OR version = :seen)'],
            values: { seen: version },
          }),
        }),
      );
    },

    async saveResult(result: AuditResult): Promise<void> {
      const item = `${RESULT_PREFIX}${result.day}`;
      const Item = toAttributes({ day: AUDIT_PARTITION, item, result: JSON.stringify(result) });
      await client.send(new PutItemCommand({ TableName, Item }));
    },

    /** The newest audited days, at most `limit`, the newest first. */
    async newest(limit: number): Promise<AuditResult[]> {
      const query = {
        TableName,
        KeyConditionExpression: '#day = :audit AND begins_with(#item, :prefix)',
        ExpressionAttributeNames: { '#day': 'day', '#item': 'item' },
        ExpressionAttributeValues: toAttributes({ ':audit': AUDIT_PARTITION, ':prefix': RESULT_PREFIX }),
        ScanIndexForward: false,
      };
      const items = await queryAll(client, query, limit);
      return items.map(({ result }) => auditResult.parse(JSON.parse(result?.S ?? '')));
    },
  };
}
