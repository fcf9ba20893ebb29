import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type Attribute, type Attributes, toAttributes } from '../../runtime/attributes.ts';

export type Fields = Record<string, Attribute | undefined>;

export interface SetExpression {
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Attributes;
}

/** `SET` of every given field, as the parameters of an update; the caller adds its condition's own values. */
export function setExpression(fields: Fields): SetExpression {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: toAttributes(Object.fromEntries(given.map(([name, value]) => [`:${name}`, value]))),
  };
}

/** The positions of a transaction's writes whose conditions failed; empty when the error is of another kind. */
export function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code === 'ConditionalCheckFailed' ? [index] : [],
  );
}
