import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EXCEPTION_PREFIX } from '../../payments/exceptions/exception.ts';
import { exceptionOf } from '../../payments/exceptions/exception-record.ts';
import { itemsOf } from '../../payments/items.table.ts';
import { refundsIn } from '../../payments/money/refunds.table.ts';
import type { ReadMoney } from './exceptions-rule.ts';

/** Two strongly consistent reads of one transaction: of its exceptions and of its refunds. */
export function readMoneyIn(client: DynamoDBClient, tableName: string): ReadMoney {
  const refundsOf = refundsIn(client, tableName);
  return async (transactionId) => {
    const [items, refunds] = await Promise.all([
      itemsOf(client, tableName, transactionId, EXCEPTION_PREFIX),
      refundsOf(transactionId),
    ]);
    return { exceptions: items.map(exceptionOf), refunds };
  };
}
