import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type * as z from 'zod/mini';
import { Refusal } from '../http/refusal.ts';
import { MalformedExceptionCursor } from '../payments/exceptions-index.table.ts';
import { fromCursor } from '../webhooks/cursor.ts';
import { MalformedCursor } from '../webhooks/found-delivery.ts';

/** Where a list goes on; undefined for its beginning. A cursor that no page of this list has given is refused by name. */
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
  const isMalformed = error instanceof MalformedCursor || error instanceof MalformedExceptionCursor;
  if (isMalformed) return new Refusal('invalid', `cursor: ${error.message}`);
  // What DynamoDB says of a place outside of what is asked for: another merchant's, or of another period.
  const isOutside = error instanceof DynamoDBServiceException && /starting key/i.test(error.message);
  return isOutside ? new Refusal('invalid', 'cursor: it belongs to another list') : error;
}
