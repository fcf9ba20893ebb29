import type * as z from 'zod/mini';
import type { DashboardApi, Route } from './api.ts';
import { type DashboardCaller, hasRole, isStaff, notFound } from './caller.ts';
import type { Refused } from './problem.ts';
import type { Person } from './signed-in.ts';

/** What a route does. `on` keeps input and `run` together. */
export interface Endpoint<R extends Route> {
  /** The request's fields: names of the path, query of a GET, JSON body of other methods. Callers see its messages. */
  input: z.ZodMiniType<unknown, DashboardApi[R]['input']>;
  run(input: never, caller: DashboardCaller, person: Person): Promise<DashboardApi[R]['answer'] | Refused>;
  /** It changes something of the merchant's own, which a refused account may not. All below `/merchant` does. */
  isChange?: boolean;
}
export type Routes<R extends Route = Route> = { [Each in R]: Endpoint<Each> };

/** What each function of the page answers. `secrets` alone has the keyring. */
export type SecretsRoute = Extract<Route, 'GET /me' | `${string} /merchant/secrets/${string}`>;
export type MeRoute = Extract<Route, `${string} /me/${string}`>;
export type MerchantRoute = Exclude<Extract<Route, `${string} /merchant/${string}`>, SecretsRoute>;
export type FinanceRoute = Extract<Route, `${string} /finance/${string}`>;
export type OperatorRoute = Extract<Route, `${string} /operator/${string}`>;

export function on<Input extends z.ZodMiniType, Answer>(
  input: Input,
  run: (input: z.infer<Input>, caller: DashboardCaller, person: Person) => Promise<Answer>,
) {
  return { input, run };
}

/** Who may call the routes of a prefix. Below `/me` the caller's scope decides what is seen. */
const MAY_CALL: Record<string, (caller: DashboardCaller) => boolean> = {
  me: () => true,
  merchant: (caller) => hasRole(caller, 'merchant') && caller.merchantId !== undefined,
  finance: isStaff,
  operator: (caller) => hasRole(caller, 'operator'),
};

/** The first part of a path below `/api`: the right that its routes need. */
export function prefixOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** To others there is no such route. */
export function requirePrefix(path: string, caller: DashboardCaller): void {
  if (!MAY_CALL[prefixOf(path)]?.(caller)) throw notFound('page');
}

export interface FoundRoute {
  route: Route;
  endpoint: Endpoint<Route>;
  /** The fields that the path names. */
  named: Record<string, string>;
}

/** Finds the route of a request; undefined where there is none. */
export function routeFinder(routes: Partial<Routes>) {
  const patterns = Object.entries(routes).map(([route, endpoint]) => {
    const [method, path = ''] = route.split(' ');
    const pattern = new RegExp(`^/api${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    return { method, pattern, found: { route: route as Route, endpoint: endpoint as Endpoint<Route> } };
  });
  return (method: string, path: string): FoundRoute | undefined => {
    for (const { method: own, pattern, found } of patterns) {
      const match = own === method ? pattern.exec(path) : null;
      if (match) return { ...found, named: { ...match.groups } };
    }
    return undefined;
  };
}
