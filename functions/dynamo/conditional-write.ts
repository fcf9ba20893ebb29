import { setTimeout as pause } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

/** Whether a conditional write was made. */
export type ConditionalWrite =
  /** `item` as the call's `ReturnValues` asked for it. */
  | { kind: 'written'; item: Attributes | undefined }
  /** The condition failed; `item` is the stored one, with `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`. */
  | { kind: 'refused'; item: Attributes | undefined };

/** The outcome of a conditional write. Throws on any error but a failed condition. */
export async function conditionalWrite(
  answer: Promise<{ Attributes?: Attributes | undefined }>,
): Promise<ConditionalWrite> {
  try {
    return { kind: 'written', item: (await answer).Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { kind: 'refused', item: error.Item };
  }
}

export const PAUSES_MS = [20, 50, 100, 200, 400];

/**
 * Sends a write of one item, again while a transaction on the same item is under way: DynamoDB refuses it then, and the
 * SDK does not repeat it.
 */
export async function besideTransactions<Output>(send: () => Promise<Output>): Promise<Output> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }
  return send();
}

/** Whether a transaction was cancelled because another write came first or at the same moment. */
export function isOvertaken(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  return codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict');
}
