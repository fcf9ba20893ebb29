import type * as z from 'zod/mini';
import type { financeRoutes } from './finance.ts';
import type { meRoutes } from './me.ts';
import type { merchantRoutes } from './merchant.ts';
import type { operatorRoutes } from './operator.ts';
import type { secretsRoutes } from './secrets.ts';

type Routes = ReturnType<typeof meRoutes> &
  ReturnType<typeof merchantRoutes> &
  ReturnType<typeof secretsRoutes> &
  ReturnType<typeof financeRoutes> &
  ReturnType<typeof operatorRoutes>;

/**
 * The dashboard's API below `/dashboard/api`: the input and the answer of each route. The first part of a path is the
 * right that it needs: `/me` everyone who is signed in, each within its own scope; `/merchant` a merchant about its own
 * account; `/finance` finance and operators; `/operator` operators. Names in braces are input fields too; the other
 * fields go in the query of a GET and in the JSON body of any other method. An answer to a merchant has no
 * `bankAccount`.
 */
export type DashboardApi = {
  [R in keyof Routes]: { input: z.input<Routes[R]['input']>; answer: Awaited<ReturnType<Routes[R]['run']>> };
};

export type Route = keyof DashboardApi;
