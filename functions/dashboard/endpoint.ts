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
import type { DashboardApi, DashboardError, Route } from './api.ts';
import { type DashboardCaller, hasRole, isStaff, notFound } from './caller.ts';
import { refusingForgedCursor } from './cursor.ts';
import { problemOf } from './input-problem.ts';
import { ENGLISH, type Refused } from './problem.ts';
import { type Person, personOf, whoOf } from './signed-in.ts';

/** `signedIn` is set once the caller is known. */
type DashboardEvent = APIGatewayProxyEvent & { signedIn?: SignedIn };
type Middleware = MiddlewareObj<DashboardEvent, APIGatewayProxyResult>;

/** What the chain asks of a caller's account. */
export interface Callers {
  /** Whose account it is; undefined while there is none. Asked for persons with the role merchant only. */
  merchantOf(person: Person): Promise<string | undefined>;
  accountStatus(merchantId: string): Promise<AccountStatus | undefined>;
}

export interface DashboardEndpoint<R extends Route, Input extends z.ZodMiniType<unknown, DashboardApi[R]['input']>> {
  callers: Callers;
  /** The request's fields: names of the path, query of a GET, JSON body of other methods. Callers see its messages. */
  input: Input;
  run(input: z.infer<Input>, caller: DashboardCaller, person: Person): Promise<DashboardApi[R]['answer'] | Refused>;
  /** It changes something of the merchant's own, which a refused account may not. */
  isChange?: boolean;
  /** Of the body, where more than the ordinary `MAX_BODY_KB` is needed. */
  maxBytes?: number;
}

interface SignedIn {
  caller: DashboardCaller;
  person: Person;
}

const UNAUTHENTICATED = 'not signed in, or the sign-in has expired: sign in again';
const REFUSED_ACCOUNT = 'account refused: nothing can be changed; ask support';

/**
 * The chain of every endpoint of the dashboard: the caller (from the token that API Gateway has verified, the account
 * from our own records), the input, and the form of the answer. 401, 403, then 400 and 404, like the payment API
 * (decision D16).
 */
export function dashboardEndpoint<
  const R extends Route,
  Input extends z.ZodMiniType<unknown, DashboardApi[R]['input']>,
>(route: R, endpoint: DashboardEndpoint<R, Input>) {
  return middy<DashboardEvent, APIGatewayProxyResult>()
    .use(serviceTime())
    .use(oneLogLine(route))
    .use(errorsAsJson())
    .use(callerKnown(endpoint))
    .handler(async (event) => {
      const parsed = endpoint.input.safeParse(rawInput(event, endpoint.maxBytes));
      if (!parsed.success) return jsonAnswer(event, 400, problemOf(parsed.error));
      if (!event.signedIn) throw new Refusal('unauthenticated', UNAUTHENTICATED);
      const { caller, person } = event.signedIn;
      nameTransaction((parsed.data as { transactionId?: unknown }).transactionId);
      await requireKnownMerchant(parsed.data, caller, endpoint.callers);
      const outcome = await refusingForgedCursor(parsed.data, endpoint.run(parsed.data, caller, person));
      return isRefused(outcome)
        ? refusalAnswer(event, outcome)
        : jsonAnswer(event, 200, outcome satisfies DashboardApi[R]['answer']);
    });
}

/** The header `X-Service-Time`: the page shows periods and ages by this clock, not by the device's. */
function serviceTime(): Middleware {
  const write: Middleware['after'] = ({ response }) => {
    if (response) response.headers = { ...response.headers, 'X-Service-Time': isoTime(systemClock()) };
  };
  return { after: write, onError: write };
}

function callerKnown({ callers, isChange }: Pick<DashboardEndpoint<Route, never>, 'callers' | 'isChange'>): Middleware {
  return {
    before: async ({ event }) => {
      const person = personOf(event.requestContext.authorizer);
      if (!person) throw new Refusal('unauthenticated', UNAUTHENTICATED);
      const { userId, roles } = person;
      const merchantId = hasRole({ roles }, 'merchant') ? await callers.merchantOf(person) : undefined;
      const caller = { userId, who: whoOf(person), roles, ...(merchantId !== undefined && { merchantId }) };
      event.signedIn = { caller, person };
      if (!isChange || merchantId === undefined || isStaff(caller)) return;
      if ((await callers.accountStatus(merchantId)) === 'refused') throw new Refusal('inactive', REFUSED_ACCOUNT);
    },
  };
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
 * One line per call: route, caller, status. The person by the issuer's id alone: who read what can be found out, and
 * the log holds no address or name.
 */
function oneLogLine(route: Route): Middleware {
  const write: Middleware['after'] = ({ event, response, error }) => {
    const { userId, roles, merchantId } = event.signedIn?.caller ?? {};
    logger.info('call answered', {
      route,
      userId,
      roles: roles?.join(' '),
      merchantId,
      status: response?.statusCode,
      refusal: error instanceof Refusal ? error.message : undefined,
    });
  };
  return { before: ({ event }) => beginRequest(event.requestContext.requestId), after: write, onError: write };
}

function isRefused(outcome: object): outcome is Refused {
  return 'kind' in outcome && outcome.kind === 'refused';
}

function refusalAnswer(event: APIGatewayProxyEvent, { field, problem, retryAfterSeconds }: Refused) {
  const body: DashboardError = { error: textOf(problem, ENGLISH), problem, field };
  const answer = jsonAnswer(event, retryAfterSeconds === undefined ? 400 : 429, body);
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'Retry-After': String(retryAfterSeconds) } };
}

/**
 * The unparsed fields of a call: those named in the path, which nothing else can override, and those of the query of a
 * GET or of the JSON body of any other method. A call that needs no field may have no body.
 */
function rawInput(event: APIGatewayProxyEvent, maxBytes?: number): Record<string, unknown> {
  const fields = event.httpMethod === 'GET' ? queryOf(event) : event.body ? jsonBody(event, maxBytes) : {};
  return { ...fields, ...event.pathParameters };
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
