import { isObject, type JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import { queueName } from '../template/physical.ts';
import type { Resource } from '../template/stacks.ts';

const ATTRIBUTES = [
  'DelaySeconds',
  'VisibilityTimeout',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
] as const;

/** Creates the queues, or updates those in the data folder to the template's attributes. */
export async function ensureQueues(resources: readonly Resource[], sqs: JsonClient): Promise<void> {
  await Promise.all(resources.map((resource) => ensureQueue(resource, sqs)));
  // The queue of a redrive policy must exist first.
  const work = resources.map(async ({ properties, physicalId }) => {
    if (!isObject(properties.RedrivePolicy)) return;
    const Attributes = { RedrivePolicy: JSON.stringify(properties.RedrivePolicy) };
    await sqs('SetQueueAttributes', { QueueUrl: physicalId, Attributes });
  });
  await Promise.all(work);
}

async function ensureQueue(resource: Resource, sqs: JsonClient): Promise<void> {
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
  return attributes;
}
