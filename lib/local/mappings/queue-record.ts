import type { Json, JsonObject } from '../json.ts';
import { REGION } from '../template/names.ts';

/** One record of a function's event. */
export interface QueueRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  [field: string]: Json;
}

/** Converts a message of SQS's protocol to Lambda's record. */
export function queueRecord(message: JsonObject, sourceArn: string): QueueRecord {
  return {
    messageId: String(message.MessageId),
    receiptHandle: String(message.ReceiptHandle),
    body: String(message.Body),
    attributes: message.Attributes ?? {},
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? null,
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: REGION,
  };
}
