import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { errorsAsJson, jsonAnswer } from '../http/endpoint.ts';
import { jsonBody } from '../http/json-body.ts';
import { Refusal } from '../http/refusal.ts';
import type { AccountStatus } from '../merchants/accounts/merchant.ts';
import { isoTime, systemClock } from '../runtime/clock.ts';
import { textOf } from '../runtime/coded.ts';
import { beginRequest, logger, nameTransaction } from '../runtime/logger.ts';
import type { DashboardError } from './api.ts';
import { type DashboardCaller, hasRole, isStaff, notFound } from './caller.ts';
import { refusingForgedCursor } from './cursor.ts';
import { problemOf } from './input-problem.ts';
import { ENGLISH, type Refused } from './problem.ts';
import { type FoundRoute, type Routes, requirePrefix, routeFinder } from './routes.ts';
import { type Person, personOf, whoOf } from './signed-in.ts';

/** `found` is set where there is such a route, `signedIn` once the caller is known. */
type DashboardEvent = APIGatewayProxyEvent & { found?: FoundRoute | undefined; signedIn?: SignedIn };
type Middleware = MiddlewareObj<DashboardEvent, APIGatewayProxyResult>;

/** What the chain asks of a caller's account. */
export interface Callers {
  /** Whose account it is; undefined while there is none. Asked for persons with the role merchant only. */
  merchantOf(userId: string): Promise<string | undefined>;
  accountStatus(merchantId: string): Promise<AccountStatus | undefined>;
}

export interface SignedIn {
  caller: DashboardCaller;
  person: Person;
}

const UNAUTHENTICATED = 'not signed in, or the sign-in has expired: sign in again';
const REFUSED_ACCOUNT = 'account refused: nothing can be changed; ask support';

/**
 * A function of the dashboard: its routes in one chain. The caller (from the token that API Gateway has verified, the
 * account from our own records), the right of the path's prefix, the route, the input, and the form of the answer. 401,
 * 403, then 400 and 404, like the payment API (decision D16).
 */
export function dashboardFunction(callers: Callers, routes: Partial<Routes>) {
  const find = routeFinder(routes);
  return middy<DashboardEvent, APIGatewayProxyResult>()
    .use(serviceTime())
    .use(oneLogLine(find))
    .use(errorsAsJson())
    .use(callerKnown(callers))
    .handler(async (event) => {
      const { found, signedIn } = event;
      if (!signedIn) throw new Refusal('unauthenticated', UNAUTHENTICATED);
      if (!found) throw notFound('page');
      const { caller, person } = signedIn;
      await requireMayChange(found, caller, callers);
      const { status, body, retryAfterSeconds } = await answerCall(callers, found, rawInput(event, found), {
        caller,
        person,
      });
      const answer = jsonAnswer(event, status, body);
      if (retryAfterSeconds === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(retryAfterSeconds) } };
    });
}

/** The status of a call, and its route's answer or the body of an error. */
export interface Answered {
  status: number;
  body: object;
  retryAfterSeconds?: number | undefined;
}

/** Reads the fields of a call and runs its rule, for a caller who may call the route. Throws `Refusal`. */
export async function answerCall(
  callers: Callers,
  { endpoint }: FoundRoute,
  fields: unknown,
  { caller, person }: SignedIn,
): Promise<Answered> {
  const parsed = endpoint.input.safeParse(fields);
  if (!parsed.success) return { status: 400, body: problemOf(parsed.error) };
  const input = parsed.data as { transactionId?: unknown };
  nameTransaction(input.transactionId);
  await requireKnownMerchant(input, caller, callers);
  // `on` has put schema and `run` together.
  const outcome = await refusingForgedCursor(input, endpoint.run(input as never, caller, person));
  if (!isRefused(outcome)) return { status: 200, body: outcome };
  const { field, problem, retryAfterSeconds } = outcome;
  const body: DashboardError = { error: textOf(problem, ENGLISH), problem, field };
  return { status: retryAfterSeconds === undefined ? 400 : 429, body, retryAfterSeconds };
}

/** The header `X-Service-Time`: the page shows periods and ages by this clock, not by the device's. */
function serviceTime(): Middleware {
  const write: Middleware['after'] = ({ response }) => {
    if (response) response.headers = { ...response.headers, 'X-Service-Time': isoTime(systemClock()) };
  };
  return { after: write, onError: write };
}

/** Who calls, and that they have the right of the path's prefix. */
function callerKnown({ merchantOf }: Callers): Middleware {
  return {
    before: async ({ event }) => {
      const person = personOf(event.requestContext.authorizer);
      if (!person) throw new Refusal('unauthenticated', UNAUTHENTICATED);
      const { userId, roles } = person;
      const merchantId = hasRole({ roles }, 'merchant') ? await merchantOf(userId) : undefined;
      const caller = { userId, who: whoOf(person), roles, ...(merchantId !== undefined && { merchantId }) };
      event.signedIn = { caller, person };
      requirePrefix(event.path, caller);
    },
  };
}

/** A refused account changes nothing of its own; staff are not bound by an account. */
async function requireMayChange({ route, endpoint }: FoundRoute, caller: DashboardCaller, { accountStatus }: Callers) {
  const isChange = endpoint.isChange || route.includes(' /merchant/');
  if (!isChange || caller.merchantId === undefined || isStaff(caller)) return;
  if ((await accountStatus(caller.merchantId)) === 'refused') throw new Refusal('inactive', REFUSED_ACCOUNT);
}

/**
 * A merchant that staff name must exist: sums and lists of an unknown one would be empty, and would read as "nothing is
 * owed". For a merchant every other id is refused by `scopeOf`, whether it exists or not (invariant 7).
 */
async function requireKnownMerchant(input: unknown, caller: DashboardCaller, callers: Callers): Promise<void> {
  const { merchantId } = input as { merchantId?: unknown };
  if (typeof merchantId !== 'string' || !isStaff(caller)) return;
  if ((await callers.accountStatus(merchantId)) === undefined) throw notFound('merchant');
}

/**
 * One line per call: route, caller, status. The gateway's own line names no route, since a function has many. The person
 * by the issuer's id alone: who read what can be found out, and the log holds no address or name.
 */
function oneLogLine(find: ReturnType<typeof routeFinder>): Middleware {
  const write: Middleware['after'] = ({ event, response, error }) => {
    const { userId, roles, merchantId } = event.signedIn?.caller ?? {};
    logger.info('call answered', {
      route: event.found?.route,
      userId,
      roles: roles?.join(' '),
      merchantId,
      status: response?.statusCode,
      refusal: error instanceof Refusal ? error.message : undefined,
    });
  };
  return {
    before: ({ event }) => {
      beginRequest(event.requestContext.requestId);
      event.found = find(event.httpMethod, event.path);
    },
    after: write,
    onError: write,
  };
}

function isRefused(outcome: object): outcome is Refused {
  return 'kind' in outcome && outcome.kind === 'refused';
}

/**
 * The unparsed fields of a call: those named in the path, which nothing else can override, and those of the query of a
 * GET or of the JSON body of any other method. A call that needs no field may have no body.
 */
function rawInput(event: APIGatewayProxyEvent, { named }: FoundRoute): Record<string, unknown> {
  const fields = event.httpMethod === 'GET' ? queryOf(event) : event.body ? jsonBody(event) : {};
  return { ...fields, ...named };
}

function queryOf({ multiValueQueryStringParameters }: APIGatewayProxyEvent): Record<string, unknown> {
  const fields = Object.entries(multiValueQueryStringParameters ?? {}).map(([name, values = []]) => {
    if (values.length !== 1) throw new Refusal('invalid', `${name} must be given once`);
    return [name, values[0]];
  });
  return Object.fromEntries(fields);
}

/** The input of a call without fields. */
export const noInput = z.object({});
