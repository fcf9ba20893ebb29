import { checkRange, SqsError } from './error.ts';

/** Attributes by name, as the protocol carries them. */
export type Attributes = Record<string, string>;

/** The settings of a queue, in the units of SQS. */
export interface QueueSettings {
  MessageRetentionPeriod: number;
  VisibilityTimeout: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

/** Reads the attributes of a queue. Throws for an unsupported name and for a value outside AWS's range. */
export function readSettings(attributes: Attributes): QueueSettings {
  const { VisibilityTimeout = 30, MessageRetentionPeriod = 345_600, RedrivePolicy, ...others } = attributes;
  const [unknown] = Object.keys(others);
  if (unknown)
    throw new SqsError(
      'InvalidAttributeName',
      `The attribute ${unknown} is not supported: add it in engines/sqs/settings.ts.`,
    );
  const numbers = {
    VisibilityTimeout: Number(VisibilityTimeout),
    MessageRetentionPeriod: Number(MessageRetentionPeriod),
  };
  checkRange('VisibilityTimeout', numbers.VisibilityTimeout, 0, 43_200);
  checkRange('MessageRetentionPeriod', numbers.MessageRetentionPeriod, 60, 1_209_600);
  if (!RedrivePolicy) return numbers;
  const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(RedrivePolicy);
  return { ...numbers, RedrivePolicy: { deadLetterTargetArn, maxReceiveCount: Number(maxReceiveCount) } };
}

/** The settings as GetQueueAttributes answers them. */
export function writeSettings({ RedrivePolicy: policy, ...numbers }: QueueSettings): Attributes {
  const attributes = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
  return policy ? { ...attributes, RedrivePolicy: JSON.stringify(policy) } : attributes;
}
