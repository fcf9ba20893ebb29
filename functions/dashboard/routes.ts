import * as z from 'zod/mini';
import { type DashboardCaller, hasRole, isStaff, notFound } from './caller.ts';

/** What a route does. */
export interface Endpoint {
  /** The request's fields: names of the path, query of a GET, JSON body of other methods. Callers see its messages. */
  input: z.ZodMiniType;
  run(input: never, caller: DashboardCaller): Promise<object>;
}

/** By method and path: `GET /me/transactions/{transactionId}`. */
export type Routes = Record<string, Endpoint>;

/** Keeps input and `run` together. */
export function on<Input extends z.ZodMiniType, Answer extends object>(
  input: Input,
  run: (input: z.output<Input>, caller: DashboardCaller) => Promise<Answer>,
) {
  return { input, run };
}

/** The input of a route without fields. */
export const noInput = z.object({});

/** Who may call the routes of a prefix. Below `/me` the caller's scope decides what is seen. */
const MAY_CALL: Record<string, (caller: DashboardCaller) => boolean> = {
  me: () => true,
  merchant: (caller) => hasRole(caller, 'merchant') && caller.merchantId !== undefined,
  finance: isStaff,
  operator: (caller) => hasRole(caller, 'operator'),
};

/** The first part of a path below `/api` is the right that its routes need: to others there is no such route. */
export function requirePrefix(path: string, caller: DashboardCaller): void {
  if (!MAY_CALL[path.split('/')[2] ?? '']?.(caller)) throw notFound('page');
}

export interface FoundRoute {
  route: string;
  endpoint: Endpoint;
  /** The fields that the path names. */
  named: Record<string, string>;
}

/** Finds the route of a request; undefined where there is none. */
export function routeFinder(routes: Routes) {
  const patterns = Object.entries(routes).map(([route, endpoint]) => {
    const [method, path = ''] = route.split(' ');
    const pattern = new RegExp(`^/api${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    return { method, pattern, found: { route, endpoint } };
  });
  return (method: string, path: string): FoundRoute | undefined => {
    for (const { method: own, pattern, found } of patterns) {
      const match = own === method ? pattern.exec(path) : null;
      if (match) return { ...found, named: { ...match.groups } };
    }
    return undefined;
  };
}
