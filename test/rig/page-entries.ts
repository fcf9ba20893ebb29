import { resolve } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { handlerFiles } from '../../lib/bundling/bundle.ts';
import { startSecrets } from '../../lib/local/engines/secrets.ts';
import { startSqs } from '../../lib/local/engines/sqs.ts';
import { clientEnvironment } from '../../lib/local/lambda/functions.ts';
import { accountWith } from './banks/bank-account.ts';
import { CREDENTIALS, startScriptedSibs } from './banks/scripted-sibs.ts';
import { ACCOUNT, TABLES } from './tables.ts';

/** The functions of the API, and the route that each has besides its prefix, by the longest match. */
const FUNCTIONS = ['me', 'merchant', 'secrets', 'finance', 'operator'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** The function that API Gateway calls: a longer resource comes before a shorter `{proxy+}`. */
export function functionOf(route: string): FunctionName {
  const [method, path = ''] = route.split(' ');
  if (path.startsWith('/merchant/secrets/') || (method === 'GET' && path === '/me')) return 'secrets';
  const prefix = FUNCTIONS.find((name) => path.startsWith(`/${name}/`));
  if (!prefix) throw new Error(`no function: ${route}`);
  return prefix;
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * What the entries call beside the tables, and the entries. They read their settings once, when they are loaded, so
 * all files of a worker have the same ones: these servers, and the one tables engine.
 */
let started: ReturnType<typeof startEntries> | undefined;

async function startEntries(endpoint: string) {
  const [sqsEngine, secrets, sibs] = await Promise.all([startSqs(), startSecrets(), startScriptedSibs()]);
  const sqs = new SQSClient({ ...ACCOUNT, endpoint: sqsEngine.endpoint });
  secrets.store.create('keyring', JSON.stringify({ k1: 'x'.repeat(64) }));
  secrets.store.create('account', JSON.stringify(CREDENTIALS));
  const queue = async (QueueName: string) => (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
  const deliveriesUrl = await queue('deliveries');
  const environment: Record<string, string> = {
    ...clientEnvironment({ dynamodb: endpoint, sqs: sqsEngine.endpoint, secretsManager: secrets.endpoint }),
    MERCHANTS_TABLE: TABLES.merchants,
    TRANSACTIONS_TABLE: TABLES.transactions,
    RATE_LIMITS_TABLE: TABLES.rateLimits,
    KEYRING_SECRET_ID: 'keyring',
    DEFAULT_BANK_ACCOUNT: 'main',
    DELIVERIES_QUEUE_URL: deliveriesUrl,
    DELIVERIES_DEAD_LETTERS_QUEUE_URL: await queue('deliveries-dead'),
    RETRIES_DEAD_LETTERS_QUEUE_URL: await queue('retries-dead'),
    UNRELAYED_RECORDS_QUEUE_URL: await queue('unrelayed-dead'),
    BANK_ACCOUNTS: JSON.stringify(
      ['main', 'second'].map((name) =>
        accountWith({ name, provider: 'sibs', baseUrl: sibs.baseUrl, secretId: 'account' }),
      ),
    ),
  };
  const restore = setEnvironment(environment);
  const handlers = await importHandlers();
  restore();
  return { environment, sqs, sibs, deliveriesUrl, handlers };
}

/** They start once for a worker. */
export const theEntries = (endpoint: string) => {
  started ??= startEntries(endpoint);
  return started;
};

/** Sets variables, and returns how to set them back: the tests of other files have their own. */
export function setEnvironment(variables: Record<string, string>): () => void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(variables)) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** From the files that are deployed. */
async function importHandlers(): Promise<Record<FunctionName, Handler>> {
  const files = handlerFiles();
  const handlers = FUNCTIONS.map(async (name) => {
    const file = resolve(files.get(`dashboard/${name}`) ?? '');
    return [name, ((await import(/* @vite-ignore */ file)) as { handler: Handler }).handler] as const;
  });
  return Object.fromEntries(await Promise.all(handlers)) as Record<FunctionName, Handler>;
}

/** The functions' own lines, as they are written. */
export function captureLog(): { lines: string[]; restore(): void } {
  const lines: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (String(chunk).startsWith('{"level":')) lines.push(String(chunk));
    return (write as (...args: unknown[]) => boolean).call(process.stdout, chunk, ...rest);
  }) as typeof write;
  return {
    lines,
    restore: () => {
      process.stdout.write = write;
    },
  };
}
