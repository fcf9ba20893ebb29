import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { conditionalWrite } from '../dynamo/conditional-write.ts';
import { existing, type Fragment, setting, updateOf, where } from '../dynamo/update.ts';
import { merchantItemId } from '../merchants/tables.ts';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

const coverage = z.object({ eventsFrom: z.optional(z.int()) });

/**
 * The first instant from which all events of a merchant are in the index `settled`; undefined until there is one. An
 * account that this version made is covered from its creation.
 */
export type ReadCoverage = (merchantId: string) => Promise<number | undefined>;

export function readCoverageIn(client: DynamoDBClient, TableName: string): ReadCoverage {
  return async (merchantId) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: keyOf(merchantId), ProjectionExpression: 'eventsFrom' }),
    );
    return Item && coverage.parse(fromAttributes(Item)).eventsFrom;
  };
}

/** The coverage of a merchant of an older version: where there is none it begins, and it reaches back once. */
export function coverageWritesIn(client: DynamoDBClient, TableName: string) {
  const write = (merchantId: string, ...fragments: readonly Fragment[]) =>
    conditionalWrite(
      client.send(
        new UpdateItemCommand({ TableName, Key: keyOf(merchantId), ...updateOf(existing('id'), ...fragments) }),
      ),
    );
  return {
    begin: (merchantId: string, eventsFrom: number) =>
      write(merchantId, setting({ eventsFrom }), where({ eventsFrom: undefined })),
    reachBack: (merchantId: string, eventsFrom: number, before: number) =>
      write(merchantId, setting({ eventsFrom }), where({ eventsFrom: before })),
  };
}

const keyOf = (merchantId: string) => toAttributes({ id: merchantItemId(merchantId) });
