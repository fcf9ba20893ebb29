import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerHeaders } from '../http/headers.ts';
import { jsonBody } from '../http/json-body.ts';
import { MESSAGES } from '../http/messages.ts';
import { Refusal } from '../http/refusal.ts';
import type { AccountStatus } from '../merchants/accounts/merchant.ts';
import { isoTime, systemClock } from '../runtime/clock.ts';
import { beginRequest, errorFields, logger, nameTransaction } from '../runtime/logger.ts';
import { type DashboardCaller, hasRole, isStaff, notFound } from './caller.ts';
import { refusingForgedCursor } from './cursor.ts';
import { isReading } from './reading.ts';
import { Refused, refusedInput } from './refused.ts';
import { type FoundRoute, type Routes, requirePrefix, routeFinder } from './routes.ts';
import { signedIn } from './signed-in.ts';

/** What every call asks of a caller's account. */
export interface Callers {
  /** Whose account it is; undefined while there is none. Asked for persons with the role merchant only. */
  merchantOf(userId: string): Promise<string | undefined>;
  accountStatus(merchantId: string): Promise<AccountStatus | undefined>;
}

/** The status of a call, and its route's answer or the body of an error (`DashboardError`). */
export interface Answered {
  status: number;
  body: object;
  refusal?: Refusal;
}

const UNAUTHENTICATED = 'not signed in, or the sign-in has expired: sign in again';
const REFUSED_ACCOUNT = 'account refused: nothing can be changed; ask support';

/**
 * A function of the dashboard: the caller (from the token that API Gateway has verified, the account from our own
 * records), the right of the path's prefix, the route, the input, and the form of the answer. 401, 403, then 400 and
 * 404, like the payment API (decision D16).
 */
export function dashboardFunction(callers: Callers, routes: Routes) {
  const find = routeFinder(routes);
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    beginRequest(event.requestContext.requestId);
    const found = find(event.httpMethod, event.path);
    let caller: DashboardCaller | undefined;
    const { status, body, refusal } = await answered(async () => {
      caller = await callerOf(event, callers);
      requirePrefix(event.path, caller);
      if (!found) throw notFound('page');
      await requireMayChange(found, caller, callers);
      return runRoute(callers, found, rawInput(event, found), caller);
    }).catch(fault);
    logCall(found, caller, status, refusal);
    const isOfStaff = caller !== undefined && isStaff(caller);
    return {
      statusCode: status,
      // The page shows periods and ages by the time of the service, not by the device's.
      headers: { ...answerHeaders(event), 'X-Service-Time': isoTime(systemClock()), ...retryAfter(refusal) },
      body: JSON.stringify(body, isOfStaff ? undefined : withoutBankAccount),
    };
  };
}

/** What a route answers, or its refusal. Throws any other error. */
export async function answered(run: () => Promise<object>): Promise<Answered> {
  try {
    return { status: 200, body: await run() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const words = error instanceof Refused ? { problem: error.problem, field: error.field } : {};
    return { status: error.statusCode, body: { error: error.message, ...words }, refusal: error };
  }
}

/** Any other error is logged, and answered without its text. */
function fault(error: unknown): Answered {
  logger.error('internal error', errorFields(error));
  return { status: 500, body: { error: MESSAGES.internal } };
}

/** Reads the fields of a call and runs its route, for a caller who may call it. Throws `Refusal`. */
export async function runRoute(
  callers: Callers,
  { endpoint }: FoundRoute,
  fields: unknown,
  caller: DashboardCaller,
): Promise<object> {
  const parsed = endpoint.input.safeParse(fields);
  if (!parsed.success) throw refusedInput(parsed.error);
  const input = parsed.data as { transactionId?: unknown };
  nameTransaction(input.transactionId);
  await requireKnownMerchant(input, caller, callers);
  // `on` has put schema and `run` together.
  return refusingForgedCursor(input, endpoint.run(input as never, caller));
}

async function callerOf({ requestContext }: APIGatewayProxyEvent, { merchantOf }: Callers): Promise<DashboardCaller> {
  const person = signedIn(requestContext.authorizer);
  if (!person) throw new Refusal('unauthenticated', UNAUTHENTICATED);
  const merchantId = hasRole(person, 'merchant') ? await merchantOf(person.userId) : undefined;
  return { ...person, ...(merchantId !== undefined && { merchantId }) };
}

/** A refused account changes nothing of its own; staff are not bound by an account. */
async function requireMayChange({ route }: FoundRoute, caller: DashboardCaller, { accountStatus }: Callers) {
  if (isReading(route) || caller.merchantId === undefined || isStaff(caller)) return;
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
function logCall(
  found: FoundRoute | undefined,
  caller: DashboardCaller | undefined,
  status: number,
  refusal: Refusal | undefined,
): void {
  const { userId, roles, merchantId } = caller ?? {};
  logger.info('call answered', {
    route: found?.route,
    userId,
    roles: roles?.join(' '),
    merchantId,
    status,
    refusal: refusal?.message,
  });
}

function retryAfter(refusal: Refusal | undefined): Record<string, string> {
  const problem = refusal instanceof Refused ? refusal.problem : undefined;
  return problem && 'seconds' in problem ? { 'Retry-After': String(problem.seconds) } : {};
}

/** Which account at a bank is used is the operators' affair. */
function withoutBankAccount(name: string, value: unknown): unknown {
  return name === 'bankAccount' ? undefined : value;
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
