import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type Attribute, type Attributes, toAttributes } from '../../runtime/attributes.ts';

export type Fields = Record<string, Attribute | undefined>;

export interface SetExpression {
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Attributes;
}

/** The parameters of an update that sets every given field. The caller adds the values of its condition. */
export function setExpression(fields: Fields): SetExpression {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: toAttributes(Object.fromEntries(given.map(([name, value]) => [`:${name}`, value]))),
  };
}

/** The positions of a transaction's writes whose conditions failed; empty for any other error. */
export function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code === 'ConditionalCheckFailed' ? [index] : [],
  );
}
