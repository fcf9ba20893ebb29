import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { test as base } from 'vitest';
import type { Route } from '../../../functions/dashboard/api.ts';
import { linkUserOn } from '../../../functions/dashboard/wiring.ts';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import { handlerFiles } from '../../../lib/bundling/bundle.ts';
import { DASHBOARD_FUNCTIONS } from '../../../lib/constructs/dashboard/rights.ts';
import { startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { startSecrets } from '../../../lib/local/engines/secrets.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import { apiEvent, LAMBDA_CONTEXT } from '../../support/api-event.ts';
import { ACCOUNT, createTables, TABLES } from '../../support/created-tables.ts';
import { CREDENTIALS, startScriptedSibs } from '../../support/scripted-sibs.ts';
import { KEYRING, merchantsIn } from '../../support/wired.ts';
import { type SeenRights, seeRights } from './api-seen-rights.ts';
import { emptyTables, everythingIn } from './api-tables.ts';

export const ROUTES = Object.keys(DASHBOARD_FUNCTIONS) as Route[];

/** Claims as API Gateway hands them over: texts, all of them. Null: the call came without any. */
export type Claims = Record<string, string> | null;

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  // Each route answers in a shape of its own, and the tests compare what they pick out.
  body: Record<string, unknown>;
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** How a request differs from the honest one of its route. */
export interface Sent {
  /** The body as it is sent. */
  raw?: string;
  query?: Record<string, string[]>;
  /** The authorizer's whole context, instead of one with the claims. */
  authorizer?: unknown;
}

export type ApiRig = Awaited<ReturnType<typeof startApiRig>>;

/** One for all test files of a worker: the entries take their settings from the environment once. */
export let rig: ApiRig;
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
export const apiTest = base.extend('rig', { scope: 'worker', auto: true }, async ({}, { onCleanup }) => {
  rig = await startApiRig();
  onCleanup(() => rig.stop());
  return rig;
});

/**
 * The deployed entries of the dashboard's API, configured by environment variables alone, over real tables, queues and
 * secrets and a scripted bank.
 */
async function startApiRig() {
  const [dynamoEngine, sqsEngine, secrets, sibs] = await Promise.all([
    startDynamo(),
    startSqs(),
    startSecrets(),
    startScriptedSibs(),
  ]);
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: dynamoEngine.endpoint });
  const sqs = new SQSClient({ ...ACCOUNT, endpoint: sqsEngine.endpoint });
  await createTables(client);
  secrets.store.create({ Name: 'keyring', SecretString: JSON.stringify({ k1: 'x'.repeat(64) }) });
  secrets.store.create({ Name: 'account', SecretString: JSON.stringify(CREDENTIALS) });
  const queue = async (QueueName: string) => (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
  const deliveriesUrl = await queue('deliveries');
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamoEngine.endpoint,
    AWS_ENDPOINT_URL_SQS: sqsEngine.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    MERCHANTS_TABLE: TABLES.merchants,
    TRANSACTIONS_TABLE: TABLES.transactions,
    RATE_LIMITS_TABLE: TABLES.rateLimits,
    TOTALS_TABLE: TABLES.totals,
    KEYRING_SECRET_ID: 'keyring',
    DEFAULT_BANK_ACCOUNT: 'main',
    DELIVERIES_QUEUE_URL: deliveriesUrl,
    DELIVERIES_DEAD_LETTERS_QUEUE_URL: await queue('deliveries-dead'),
    RETRIES_DEAD_LETTERS_QUEUE_URL: await queue('retries-dead'),
    UNRELAYED_RECORDS_QUEUE_URL: await queue('unrelayed-dead'),
    BANK_ACCOUNTS: JSON.stringify(['main', 'second'].map((name) => bankAccountNamed(name, sibs.baseUrl))),
  });
  const handlers = await importHandlers();
  const seen: SeenRights = await seeRights();
  const log = keepLog();
  const merchants = merchantsIn(client).merchants;

  const call = async (route: Route, claims: Claims, input: object = {}, sent: Sent = {}): Promise<Answer> => {
    const handler = handlers.get(route);
    if (!handler) throw new Error(`no handler: ${route}`);
    const {
      statusCode,
      headers = {},
      body,
    } = await seen.during(route, () => handler(eventOf(route, claims, input, sent), LAMBDA_CONTEXT));
    return { status: statusCode, headers, text: body, body: JSON.parse(body) as Answer['body'] };
  };

  return {
    client,
    sibs,
    secrets,
    call,
    /** What the handlers asked of tables and queues, by route. */
    seen: seen.byRoute,
    /** Every line the functions have logged. */
    log: log.lines,
    merchants,
    accounts: accounts({ merchants, keyring: async () => KEYRING, clock: Date.now }),
    /** A new user of an account, or of none: its claims. */
    user: async (merchantId?: string, claims: Record<string, string> = {}): Promise<Record<string, string>> => {
      const sub = randomUUID();
      if (merchantId !== undefined) {
        await linkUserOn({ dynamo: client }, TABLES)({ userId: sub, merchantId, linkedAt: Date.now() });
      }
      return { sub, email: `${sub}@shop.example`, email_verified: 'true', token_use: 'id', ...claims };
    },
    /** Takes everything out of the tables. */
    empty: () => emptyTables(client),
    /** All items of all tables, by table and key. */
    everything: () => everythingIn(client),
    /** Messages that the functions have sent to the deliveries. */
    sentCount: async () => {
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: deliveriesUrl, AttributeNames }));
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    stop: async () => {
      log.restore();
      client.destroy();
      sqs.destroy();
      await sibs.close();
      await Promise.all([dynamoEngine, sqsEngine, secrets].map((engine) => engine.stop()));
    },
  };
}

function bankAccountNamed(name: string, baseUrl: string) {
  const minimumCents = { MBWAY: 1, REFERENCE: 1 };
  return { name, provider: 'sibs', baseUrl, secretId: 'account', minimumCents, referenceDays: 3 };
}

/** By their routes, from the files that are deployed. */
async function importHandlers(): Promise<Map<Route, Handler>> {
  const files = handlerFiles();
  const handlers = new Map<Route, Handler>();
  for (const route of ROUTES) {
    const file = resolve(files.get(DASHBOARD_FUNCTIONS[route].handler) ?? '');
    handlers.set(route, ((await import(/* @vite-ignore */ file)) as { handler: Handler }).handler);
  }
  return handlers;
}

/** The proxy event of a call; what the path names is taken out of the input. */
export function eventOf(route: Route, claims: Claims, input: object, sent: Sent): APIGatewayProxyEvent {
  const [method = '', path = ''] = route.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fields = Object.entries(input as Record<string, unknown>);
  const inPath = fields.filter(([name]) => names.includes(name)).map(([name, value]) => [name, String(value)]);
  const rest = fields.filter(([name]) => !names.includes(name));
  const query = sent.query ?? Object.fromEntries(rest.map(([name, value]) => [name, [String(value)]]));
  const event = apiEvent({
    path,
    ...(method === 'GET' ? { query } : { body: sent.raw ?? Object.fromEntries(rest) }),
    ...(inPath.length > 0 && { pathParameters: Object.fromEntries(inPath) as Record<string, string> }),
  });
  const authorizer = 'authorizer' in sent ? sent.authorizer : claims && { claims };
  const requestContext = { ...event.requestContext, httpMethod: method, authorizer };
  return { ...event, httpMethod: method, requestContext: requestContext as APIGatewayProxyEvent['requestContext'] };
}

/** The functions' own lines, as they are written. */
function keepLog(): { lines: string[]; restore(): void } {
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
