import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { JsonObject } from '../../../lib/local/json.ts';
import { queueRecord } from '../../../lib/local/mappings/queue-record.ts';
import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import type { Ended } from './invocation.ts';
import type { HeldMessage } from './queue.ts';

export function sqsEventOf(batch: readonly HeldMessage[], queueArn: string): SQSEvent {
  return { Records: batch.map(({ message }) => queueRecord(message, queueArn)) } as unknown as SQSEvent;
}

/** Whether the consumer has answered that it is done with the message. */
export function isHandled({ message }: HeldMessage, ended: Ended<SQSBatchResponse>): boolean {
  if (ended.kind !== 'answered') return false;
  return !ended.answer.batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === message.MessageId);
}

export function eventIdOf({ Body }: JsonObject): string {
  return (JSON.parse(String(Body)) as { eventId: string }).eventId;
}

export function transactionIdOf({ dynamodb }: StreamRecord): string {
  return (dynamodb.NewImage as { transactionId: { S: string } }).transactionId.S;
}
