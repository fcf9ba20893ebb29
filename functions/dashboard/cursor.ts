import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type * as z from 'zod/mini';
import { fromCursor, MalformedCursor } from '../dynamo/cursor.ts';
import { Refusal } from '../http/refusal.ts';

/** Where a list continues; undefined for its start. Throws `Refusal` for a cursor that is not of this list. */
export function placeIn<Schema extends z.ZodMiniType>(
  schema: Schema,
  cursor: string | undefined,
): z.infer<Schema> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return fromCursor(schema, cursor);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** A page of a list that reads its own cursor; one that no page has given is refused by name. */
export async function refusingCursor<Page>(page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof MalformedCursor) return new Refusal('invalid', `cursor: ${error.message}`);
  // What DynamoDB says of a place outside of what is asked for: another merchant's, or of another period.
  const isOutside = error instanceof DynamoDBServiceException && /starting key/i.test(error.message);
  return isOutside ? new Refusal('invalid', 'cursor: it belongs to another list') : error;
}
