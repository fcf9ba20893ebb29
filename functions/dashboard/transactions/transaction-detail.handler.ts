import { orderSiblingsIn } from '../../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { callers, transactionsTableName } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { readStoryIn } from './timeline.table.ts';
import { transactionDetail } from './transaction-detail.ts';
import { detailInput } from './transactions-input.ts';

const tableName = transactionsTableName();

export const handler = dashboardEndpoint('GET /transactions/{transactionId}', {
  callers,
  input: detailInput,
  run: transactionDetail({
    read: transactionsTable(dynamo, tableName).read,
    readStory: readStoryIn(dynamo, tableName),
    siblings: orderSiblingsIn(dynamo, tableName),
  }),
});
