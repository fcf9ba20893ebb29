import * as z from 'zod/mini';
import { financeRoutes } from '../../../functions/dashboard/finance.ts';
import { meRoutes } from '../../../functions/dashboard/me.ts';
import { merchantRoutes } from '../../../functions/dashboard/merchant.ts';
import { operatorRoutes } from '../../../functions/dashboard/operator.ts';
import type { Routes } from '../../../functions/dashboard/routes.ts';
import { secretsRoutes } from '../../../functions/dashboard/secrets.ts';

type Clients = Omit<Parameters<typeof meRoutes>[0], 'logger'>;
type Names = Parameters<typeof meRoutes>[1];

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

function linesOf(routes: Routes): string {
  return Object.entries(routes)
    .map(([route, { input }]) => `  ${route.padEnd(50)} ${fieldsOf(schemaOf(input), route)}`.trimEnd())
    .join('\n');
}

/** But for those in the path: `state?: open|closed, merchantId?`; optional ones with `?`, texts without a form. */
function fieldsOf({ properties = {}, required = [] }: Schema, route = ''): string {
  return Object.entries(properties)
    .filter(([name]) => !route.includes(`{${name}}`))
    .map(([name, of]) => {
      const form = formOf(of as Schema);
      return `${name}${required.includes(name) ? '' : '?'}${form && `: ${form}`}`;
    })
    .join(', ');
}

function formOf({ description, type, anyOf, items, ...schema }: Schema): string {
  if (description) return description;
  if (schema.enum) return schema.enum.join('|');
  if (anyOf) return anyOf.map((each) => formOf(each as Schema)).join(' or ');
  if (type === 'array') return `[${formOf(items as Schema)}]`;
  if (type === 'object') return `{ ${fieldsOf(schema)} }`;
  if (type === 'boolean') return 'true|false';
  return type === 'integer' || type === 'number' ? type : '';
}

/** A field that the input does not have: a route ignores it, and a misspelt `dryRun` would send. */
export function unknownField(input: z.ZodMiniType, fields: object): string | undefined {
  const { properties = {} } = schemaOf(input);
  return Object.keys(fields).find((name) => !Object.hasOwn(properties, name));
}

type Schema = z.core.JSONSchema.BaseSchema;

function schemaOf(input: z.ZodMiniType): Schema {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
}
