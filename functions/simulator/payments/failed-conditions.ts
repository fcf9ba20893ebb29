import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** The positions of a transaction's writes whose conditions failed; empty when the error is of another kind. */
export function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code === 'ConditionalCheckFailed' ? [index] : [],
  );
}
