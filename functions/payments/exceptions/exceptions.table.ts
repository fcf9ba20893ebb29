import { type DynamoDBClient, PutItemCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { conditionOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { EXCEPTION_PREFIX, type Question, type RecordQuestion } from './exception.ts';
import { questionItem } from './exception-item.ts';

/** The key of an exception. */
export function keyOfException({ transactionId, exceptionId }: { transactionId: string; exceptionId: string }) {
  return toAttributes({ transactionId, item: EXCEPTION_PREFIX + exceptionId });
}

/** The write of a question as a part of a transaction. It is asked once: by the payment that raises it. */
export function putQuestion(TableName: string, question: Question, openedAt: number): TransactWriteItem {
  return { Put: { TableName, Item: toAttributes(questionItem(question, openedAt)) } };
}

/** Records a question once: kind, start and occurrence identify it, whether it is open or closed. */
export function recordQuestionIn(client: DynamoDBClient, TableName: string, clock: Clock): RecordQuestion {
  return async (question) => {
    const Item = toAttributes(questionItem(question, clock()));
    const put = new PutItemCommand({ TableName, Item, ...conditionOf(where({ item: undefined })) });
    return (await conditionalWrite(client.send(put))).kind === 'written';
  };
}
