import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
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
    messageAttributes: lambdaAttributes(message.MessageAttributes ?? {}),
    md5OfBody: message.MD5OfBody ?? null,
    ...(message.MD5OfMessageAttributes ? { md5OfMessageAttributes: message.MD5OfMessageAttributes } : {}),
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: REGION,
  };
}

/** The record with a parsed body, because filters match inside a JSON body. */
export function forFilter(record: QueueRecord): JsonObject {
  return { ...record, body: parsed(record.body) };
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return body;
  }
}

/** `{StringValue, DataType}` → `{stringValue, dataType, stringListValues, binaryListValues}` */
function lambdaAttributes(attributes: Json): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(objectOf(attributes))) {
    if (!isObject(value)) continue;
    result[name] = {
      ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
      ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType ?? 'String',
    };
  }
  return result;
}
