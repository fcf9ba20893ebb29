import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { financeRoutes } from '../../../functions/dashboard/finance.ts';
import { meRoutes } from '../../../functions/dashboard/me.ts';
import { merchantRoutes } from '../../../functions/dashboard/merchant.ts';
import { operatorRoutes } from '../../../functions/dashboard/operator.ts';
import type { Routes } from '../../../functions/dashboard/routes.ts';
import { secretsRoutes } from '../../../functions/dashboard/secrets.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';

interface Clients {
  dynamo: DynamoDBClient;
  sqs: SQSClient;
  clock: Clock;
}

interface Names {
  merchants: string;
  transactions: string;
  rateLimits: string;
  deliveriesUrl: string;
}

/** The answer of a call reports what it did. */
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The routes that staff may call. */
export function staffRoutes(clients: Clients, names: Names) {
  return {
    ...meRoutes({ ...clients, logger: SILENT }, names),
    ...financeRoutes(clients, names),
    ...operatorRoutes(clients, names),
  };
}

/** Every route of the page with its input, a line each, under the sentence of its part. */
export function routeLines(clients: Clients, keyring: Parameters<typeof secretsRoutes>[0]['keyring']): string {
  const names = { merchants: '', transactions: '', rateLimits: '', deliveriesUrl: '' };
  const own = {
    ...secretsRoutes({ ...clients, keyring }, names, { bankAccount: '' }),
    ...merchantRoutes(clients, names, { permitLoopback: false }),
  };
  return `Routes:\n${linesOf(staffRoutes(clients, names))}\nOf a merchant alone, and refused here (npm run merchant):\n${linesOf(own)}`;
}

function linesOf(routes: Partial<Routes>): string {
  return Object.entries(routes)
    .map(([route, { input }]) => `  ${route.padEnd(50)} ${fieldsOf(input)}`.trimEnd())
    .join('\n');
}

/** `merchantId?, from, to`: optional ones with a question mark. */
function fieldsOf(input: z.ZodMiniType): string {
  const { properties = {}, required = [] } = schemaOf(input);
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ');
}

/** A field that the input does not have: a route ignores it, and a misspelt `dryRun` would send. */
export function unknownField(input: z.ZodMiniType, fields: object): string | undefined {
  const { properties = {} } = schemaOf(input);
  return Object.keys(fields).find((name) => !Object.hasOwn(properties, name));
}

function schemaOf(input: z.ZodMiniType) {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
}
