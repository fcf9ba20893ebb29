import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { besideTransactions, conditionalWrite } from '../dynamo/conditional-write.ts';
import type { Sender } from '../dynamo/send-until.ts';
import { type Fragment, updateOf } from '../dynamo/update.ts';
import { toAttributes } from '../runtime/attributes.ts';
import { MAIN_ITEM } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

/** The outcome of a conditional write of a main item. */
export type WriteOutcome =
  | { kind: 'written' }
  /** The condition failed; `current` is the stored item, undefined when there is none. */
  | { kind: 'refused'; current: Transaction | undefined };

/** Writes a transaction's main item. */
export type WriteMainItem = (transactionId: string, ...fragments: readonly Fragment[]) => Promise<WriteOutcome>;

/** One conditional UpdateItem on a transaction's main item. A refused write returns the item, which saves a read. */
export function writeMainItemIn(client: Sender, tableName: string): WriteMainItem {
  return async (transactionId, ...fragments) => {
    const command = new UpdateItemCommand({
      TableName: tableName,
      Key: toAttributes({ transactionId, item: MAIN_ITEM }),
      ...updateOf(...fragments),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const { kind, item } = await conditionalWrite(besideTransactions(() => client.send(command)));
    return kind === 'written' ? { kind } : { kind, current: item && transactionOf(item) };
  };
}
