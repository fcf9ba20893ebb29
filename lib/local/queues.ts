import { isObject, type JsonObject } from './json.ts';
import { type JsonClient, ServiceError } from './json-client.ts';
import { queueName } from './physical.ts';
import type { Resource } from './stacks.ts';

const ATTRIBUTES = [
  'DelaySeconds',
  'VisibilityTimeout',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'FifoQueue',
  'ContentBasedDeduplication',
] as const;

/** Makes the queue, or gives the one kept in the data folder the template's present attributes. */
export async function ensureQueue(resource: Resource, sqs: JsonClient): Promise<void> {
  const attributes = attributesOf(resource.properties);
  try {
    await sqs('CreateQueue', { QueueName: queueName(resource), Attributes: attributes });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'QueueNameExists') throw error;
    const { FifoQueue: _fifo, ...settable } = attributes;
    await sqs('SetQueueAttributes', { QueueUrl: resource.physicalId, Attributes: settable });
  }
}

function attributesOf(properties: JsonObject): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    if (properties[name] !== undefined) attributes[name] = String(properties[name]);
  }
  const redrive = properties.RedrivePolicy;
  if (isObject(redrive)) {
    // The engine compares the count as a number; a template may carry it as text.
    attributes.RedrivePolicy = JSON.stringify({ ...redrive, maxReceiveCount: Number(redrive.maxReceiveCount) });
  }
  return attributes;
}
