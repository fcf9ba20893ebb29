import { type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { LogFields, Logger } from '../../../functions/runtime/logger.ts';
import type { JsonClient } from '../../../lib/local/json-client.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { CREDENTIALS } from '../../support/scripted-sibs.ts';
import { SECRETS } from './environment.ts';
import { HeldQueue, MAXIMUM_RECEIVES } from './queue.ts';
import { KEYRING_TEXT } from './shop.ts';

export async function putSecrets(endpoint: string): Promise<void> {
  const client = new SecretsManagerClient({ ...ACCOUNT, endpoint });
  await client.send(new CreateSecretCommand({ Name: SECRETS.keyring, SecretString: KEYRING_TEXT }));
  await client.send(new CreateSecretCommand({ Name: SECRETS.bank, SecretString: JSON.stringify(CREDENTIALS) }));
  client.destroy();
}

export async function switchStreamOn(client: DynamoDBClient): Promise<string> {
  const { TableDescription } = await client.send(
    new UpdateTableCommand({
      TableName: TABLES.transactions,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  if (!TableDescription?.LatestStreamArn) throw new Error('the engine gave the table no stream');
  return TableDescription.LatestStreamArn;
}

// Longer than any run: the world's clock decides when a message comes again.
const HIDDEN_S = 43_200;

export async function makeQueue(sqs: JsonClient, name: string, nowMs: () => number): Promise<HeldQueue> {
  const arnOf = (queueName: string) => `arn:aws:sqs:eu-west-1:000000000000:${queueName}`;
  const deadName = `${name}-dead`;
  const dead = await sqs('CreateQueue', { QueueName: deadName });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(deadName), maxReceiveCount: MAXIMUM_RECEIVES });
  const Attributes = { VisibilityTimeout: String(HIDDEN_S), RedrivePolicy };
  const made = await sqs('CreateQueue', { QueueName: name, Attributes });
  const names = { arn: arnOf(name), url: String(made.QueueUrl), deadLettersUrl: String(dead.QueueUrl) };
  return new HeldQueue(sqs, names, nowMs);
}

const KEPT_LINES = 400;

/** Keeps the last log lines, which tell the story of a run that went wrong. */
export function keepingLogger(lines: string[]): Logger {
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push(`${level} ${message} ${JSON.stringify({ ...fields, stack: undefined })}`);
      if (lines.length > KEPT_LINES) lines.shift();
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
