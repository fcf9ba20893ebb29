import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

export type ConditionalWrite =
  /** `item` as the call's `ReturnValues` asked for it. */
  | { kind: 'written'; item: Attributes | undefined }
  /** The condition did not hold; `item` is the one it was tested on, with `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`. */
  | { kind: 'refused'; item: Attributes | undefined };

/** How a conditional write ended. Every other failure is thrown. */
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
