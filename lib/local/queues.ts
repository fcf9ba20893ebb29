import { isObject, type JsonObject } from './json.ts';
import { type JsonClient, ServiceError } from './json-client.ts';
import { queueName } from './physical.ts';
import type { Resource } from './stacks.ts';

const ATTRIBUTES = [
  'DelaySeconds',
  'VisibilityTimeout',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
] as const;

/** Makes the queue, or gives the one kept in the data folder the template's present attributes. */
export async function ensureQueue(resource: Resource, sqs: JsonClient): Promise<void> {
  const attributes = attributesOf(resource.properties);
  try {
    await sqs('CreateQueue', { QueueName: queueName(resource), Attributes: attributes });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'QueueNameExists') throw error;
    await sqs('SetQueueAttributes', { QueueUrl: resource.physicalId, Attributes: attributes });
  }
}

function attributesOf(properties: JsonObject): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    if (properties[name] !== undefined) attributes[name] = String(properties[name]);
  }
  const redrive = properties.RedrivePolicy;
  if (isObject(redrive)) attributes.RedrivePolicy = JSON.stringify(redrive);
  return attributes;
}
