import type { Route } from '../../../functions/dashboard/api.ts';
import type { Resource, Rights } from '../../../lib/constructs/dashboard/right-sets.ts';
import { TABLES } from '../../support/created-tables.ts';

export interface SeenRights {
  /** Rights that were needed, as `transactions/index/paid Query`. */
  byRoute: Map<Route, Set<string>>;
  /** What is asked of tables and queues meanwhile is the route's. */
  during<Value>(route: Route, work: () => Promise<Value>): Promise<Value>;
}

const NAMES = new Map<string, Resource>([
  [TABLES.merchants, 'merchants'],
  [TABLES.transactions, 'transactions'],
  [TABLES.rateLimits, 'rateLimits'],
  [TABLES.totals, 'totals'],
]);

interface Input {
  TableName?: string;
  IndexName?: string;
  QueueUrl?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName?: string }>[];
}

/** Looks at each call of the handlers' own clients, and says what right AWS would ask for it. */
export async function seeRights(): Promise<SeenRights> {
  const { dynamo } = await import('../../../functions/runtime/dynamo.ts');
  const { sqs } = await import('../../../functions/runtime/sqs.ts');
  const byRoute = new Map<Route, Set<string>>();
  let now: Route | undefined;
  const see = (command: string, input: Input) => {
    if (!now) return;
    const seen = byRoute.get(now) ?? new Set<string>();
    for (const right of rightsOf(command.replace(/Command$/, ''), input)) seen.add(right);
    byRoute.set(now, seen);
  };
  dynamo.middlewareStack.add(
    (next, context) => (args) => {
      see(String(context.commandName), args.input as Input);
      return next(args);
    },
    { step: 'initialize' },
  );
  sqs.middlewareStack.add(
    (next, context) => (args) => {
      see(String(context.commandName), args.input as Input);
      return next(args);
    },
    { step: 'initialize' },
  );
  return {
    byRoute,
    during: async (route, work) => {
      now = route;
      return work();
    },
  };
}

function rightsOf(action: string, input: Input): string[] {
  if (input.QueueUrl !== undefined) {
    return [input.QueueUrl.includes('-dead') ? 'deadLetters count' : 'deliveries send'];
  }
  if (input.RequestItems) return Object.keys(input.RequestItems).map((table) => `${placeOf(table)} ${action}`);
  const parts = (input.TransactItems ?? []).flatMap((part) => Object.entries(part));
  if (parts.length > 0) return parts.map(([kind, { TableName }]) => `${placeOf(TableName)} ${kind}Item`);
  const index = input.IndexName === undefined ? '' : `/index/${input.IndexName}`;
  return [`${placeOf(input.TableName)}${index} ${action}`];
}

function placeOf(table: string | undefined): string {
  return NAMES.get(table ?? '') ?? String(table);
}

/** The rights a function is given, in the same form; those on secrets are left out, which no table or queue sees. */
export function givenRights(rights: Rights): string[] {
  return Object.entries(rights)
    .filter(([place]) => place !== 'keyring' && place !== 'bankAccounts')
    .flatMap(([place, actions]) => actions.map((action) => `${place} ${action}`))
    .sort();
}
