import { invalidParameter, SqsError } from './error.ts';

/** The settings of a queue, in the units of SQS. */
export interface QueueSettings {
  DelaySeconds: number;
  MaximumMessageSize: number;
  MessageRetentionPeriod: number;
  ReceiveMessageWaitTimeSeconds: number;
  VisibilityTimeout: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

type NumberName = Exclude<keyof QueueSettings, 'RedrivePolicy'>;

/** Ranges and defaults of AWS's documentation of CreateQueue, in seconds and bytes. */
const NUMBERS: Record<NumberName, { least: number; most: number; unset: number }> = {
  DelaySeconds: { least: 0, most: 900, unset: 0 },
  MaximumMessageSize: { least: 1_024, most: 1_048_576, unset: 1_048_576 },
  MessageRetentionPeriod: { least: 60, most: 1_209_600, unset: 345_600 },
  ReceiveMessageWaitTimeSeconds: { least: 0, most: 20, unset: 0 },
  VisibilityTimeout: { least: 0, most: 43_200, unset: 30 },
};

const MAX_RECEIVES = 1_000;

/** Attributes by name, as the protocol carries them. */
export type Attributes = Record<string, string>;

/** Reads the attributes of a queue. Throws for an unsupported name and for a value outside its range. */
export function readSettings(attributes: Attributes): QueueSettings {
  const settings = Object.fromEntries(Object.entries(NUMBERS).map(([name, { unset }]) => [name, unset]));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'FifoQueue' || name === 'ContentBasedDeduplication') throw noFifo();
    if (name === 'RedrivePolicy') continue;
    const range = NUMBERS[name as NumberName];
    if (!range) throw new SqsError('InvalidAttributeName', `The attribute ${name} is not supported here.`);
    const number = Number(value);
    if (!Number.isInteger(number) || number < range.least || number > range.most || value === '')
      throw new SqsError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
    settings[name] = number;
  }
  const policy = attributes.RedrivePolicy ? { RedrivePolicy: readRedrive(attributes.RedrivePolicy) } : {};
  return { ...(settings as Record<NumberName, number>), ...policy };
}

export function noFifo(): SqsError {
  return new SqsError('UnsupportedOperation', 'FIFO queues are not supported here.');
}

/** The settings as GetQueueAttributes answers them. */
export function writeSettings({ RedrivePolicy: policy, ...numbers }: QueueSettings): Attributes {
  const attributes = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
  return policy ? { ...attributes, RedrivePolicy: JSON.stringify(policy) } : attributes;
}

function readRedrive(text: string): NonNullable<QueueSettings['RedrivePolicy']> {
  const { deadLetterTargetArn, maxReceiveCount } = parse(text);
  const most = Number(maxReceiveCount);
  if (typeof deadLetterTargetArn !== 'string' || deadLetterTargetArn === '')
    throw invalidParameter(
      'RedrivePolicy',
      text,
      'Redrive policy does not contain mandatory attribute: deadLetterTargetArn.',
    );
  if (!Number.isInteger(most) || most < 1 || most > MAX_RECEIVES)
    throw invalidParameter('RedrivePolicy', text, `maxReceiveCount must be a number between 1 and ${MAX_RECEIVES}.`);
  return { deadLetterTargetArn, maxReceiveCount: most };
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw invalidParameter('RedrivePolicy', text, 'Redrive policy is not a valid JSON map.');
  }
}
