import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import { type Answered, answered, runRoute } from '../../../functions/dashboard/endpoint.ts';
import { routeFinder } from '../../../functions/dashboard/routes.ts';
import { callersOn } from '../../../functions/dashboard/wiring.ts';
import { UsageError } from '../command.ts';
import type { Target } from '../target.ts';
import { staffRoutes, unknownField } from './routes.ts';

type Fields = Record<string, unknown>;

/** The JSON object of an argument: itself, `@file`, or `-` for standard input. */
export async function fieldsOf(argument: string | undefined): Promise<Fields> {
  if (argument === undefined) return {};
  const json = argument === '-' ? await text(process.stdin) : fileOrText(argument);
  try {
    const fields = JSON.parse(json) as unknown;
    if (fields !== null && typeof fields === 'object' && !Array.isArray(fields)) return fields as Fields;
  } catch {
    // Reported below.
  }
  throw new UsageError('the body must be a JSON object: \'{"name":"value"}\', @file, or - for standard input');
}

function fileOrText(argument: string): string {
  return argument.startsWith('@') ? readFileSync(argument.slice(1), 'utf8') : argument;
}

/**
 * Calls routes of the page in this process, as staff named `who`, with the AWS credentials of the environment. A path may
 * have a query. The answer of a refusal has its status. Throws `UsageError` where there is no such route or field.
 */
export function staffCaller({ client: dynamo, clock, outputs }: Target, who: string) {
  const names = {
    merchants: outputs.MerchantsTable,
    transactions: outputs.TransactionsTable,
    rateLimits: outputs.RateLimitsTable,
    deliveriesUrl: outputs.DeliveriesQueueUrl,
  };
  const find = routeFinder(staffRoutes({ dynamo, sqs: new SQSClient(), clock }, names));
  const callers = callersOn({ dynamo }, names);
  const caller: DashboardCaller = { userId: who, roles: ['finance', 'operator'] };
  return (method: string, path: string, fields: Fields): Promise<Answered> => {
    const { pathname, searchParams } = new URL(path, 'http://api');
    const found = find(method, `/api${pathname}`);
    if (!found) throw new UsageError(whyNone(find, method, pathname));
    const all = { ...Object.fromEntries(searchParams), ...fields, ...found.named };
    const unknown = unknownField(found.endpoint.input, all);
    if (unknown !== undefined) throw new UsageError(`${unknown} is not a field of ${found.route}: see npm run api`);
    return answered(() => runRoute(callers, found, all, caller));
  };
}

function whyNone(find: ReturnType<typeof routeFinder>, method: string, path: string): string {
  if (path === '/me' || path.startsWith('/merchant/')) return `${path}: a merchant alone may call it, on the page`;
  const taken = ['GET', 'POST', 'PUT'].find((each) => find(each, `/api${path}`));
  return taken ? `${path} takes ${taken}, not ${method}` : `${path}: no such route; npm run api lists them all`;
}

/** As one line. Characters without a shape are escaped: a terminal would follow them. */
export function jsonLine(value: object): string {
  const escaped = (text: string) =>
    text
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  return `${JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

/** Where a list or a bulk change goes on, as fields of the next call; undefined at its end. */
export function nextOf(body: object): Fields | undefined {
  const { cursor, more } = body as { cursor?: string | null; more?: boolean };
  if (typeof cursor === 'string') return { cursor };
  return more === true ? {} : undefined;
}
