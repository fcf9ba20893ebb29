import { MalformedCursor } from '../dynamo/cursor.ts';
import { Refusal } from '../http/refusal.ts';
import { logger } from '../runtime/logger.ts';

/**
 * The page sends a cursor as text. One that no page of the list returned, or whose position DynamoDB refuses, is the
 * caller's mistake: 400, and no alarm.
 */
export async function refusingForgedCursor<Outcome>(input: unknown, outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof MalformedCursor) throw new Refusal('invalid', `cursor: ${error.message}`);
    const hasCursor = (input as { cursor?: unknown }).cursor !== undefined;
    if (!hasCursor || !(error instanceof Error) || error.name !== 'ValidationException') throw error;
    logger.warn('cursor refused', { errorMessage: error.message });
    throw new Refusal('invalid', 'cursor: it is not one that a page of this list gave');
  }
}
