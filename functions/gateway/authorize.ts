import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { headerValues } from '../http/json-body.ts';
import type { AccountStatus, ApiKeyItem } from '../merchants/accounts/merchant.ts';
import { bearerKey } from '../merchants/keys/api-key.ts';
import type { FindApiKey } from '../merchants/keys/api-keys.table.ts';
import type { Clock } from '../runtime/clock.ts';
import { errorFields, type Logger } from '../runtime/logger.ts';
import { type Metering, retryAfterSeconds } from './rate-limit.ts';
import type { Meter } from './rate-limits.table.ts';
import type { Refusals } from './remembered-refusals.ts';

export interface AuthorizeDependencies {
  meter: Meter;
  refusals: Refusals;
  findApiKey: FindApiKey;
  /** Values of the API keys of the two usage plans. */
  withinLimitKey: string;
  overLimitKey: string;
  clock: Clock;
  logger: Logger;
}

/** API Gateway answers 401 to an error with exactly this message, and 500 to any other. */
export const UNAUTHORIZED = 'Unauthorized';

/** The error text for each account status that may not call (§5.1, decision D19). */
export const INACTIVE_SENTENCES: Record<Exclude<AccountStatus, 'active'>, string> = {
  pending: 'account is not active: it is pending approval',
  suspended: 'account is not active: it is suspended',
  refused: 'account is not active: it was refused',
};

/**
 * Meters the source address and looks up the merchant, concurrently, on every request under `/api/v1` (decision D16:
 * 429, then 401, then 403). It only counts. API Gateway answers 429 by the usage plan that the authorizer names: the
 * plan `over-limit` admits no request.
 */
export function authorize(dependencies: AuthorizeDependencies) {
  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const address = event.requestContext.identity.sourceIp;
    const nowMs = dependencies.clock();
    const retryAtMs = dependencies.refusals.retryAtMs(address, nowMs);
    if (retryAtMs !== undefined) return overLimit(dependencies, event, retryAtMs, nowMs);

    const apiKey = bearerKey(authorizationOf(event));
    const [metering, lookup] = await Promise.all([measure(dependencies, address, nowMs), lookUp(dependencies, apiKey)]);
    if (metering?.kind === 'refused') {
      dependencies.refusals.remember(address, metering.retryAtMs);
      return overLimit(dependencies, event, metering.retryAtMs, nowMs);
    }
    if (lookup.kind === 'failed') {
      // Answered 500. The authorizer's alarm counts error lines, not failed invocations.
      dependencies.logger.error('key lookup failed', errorFields(lookup.error));
      throw lookup.error;
    }
    const { found } = lookup;
    if (found === undefined) throw new Error(UNAUTHORIZED);
    // The key was rotated, and its overlap has ended (decision 0032).
    if (found.endsAt !== undefined && found.endsAt <= nowMs) throw new Error(UNAUTHORIZED);
    return found.accountStatus === 'active'
      ? admit(dependencies, event, found, metering)
      : deny(event, found.merchantId, INACTIVE_SENTENCES[found.accountStatus]);
  };
}

type Lookup = { kind: 'read'; found: Awaited<ReturnType<FindApiKey>> } | { kind: 'failed'; error: unknown };

/** Never rejects: a failed lookup must not hide that the address is over its limit. */
async function lookUp({ findApiKey }: AuthorizeDependencies, apiKey: string | undefined): Promise<Lookup> {
  try {
    return { kind: 'read', found: apiKey === undefined ? undefined : await findApiKey(apiKey) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Undefined when metering fails: the request is served, and an alarm counts the line (decision D15). */
async function measure(
  { meter, logger }: AuthorizeDependencies,
  address: string,
  nowMs: number,
): Promise<Metering | undefined> {
  try {
    return await meter(address, nowMs);
  } catch (error) {
    logger.error('metering failed', errorFields(error));
    return undefined;
  }
}

/** The header's value; undefined where it was sent more than once: one value would be ignored. */
function authorizationOf(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const values = headerValues(event, 'authorization');
  return values.length > 1 ? undefined : values[0];
}

function admit(
  { withinLimitKey }: AuthorizeDependencies,
  event: APIGatewayRequestAuthorizerEvent,
  { merchantId, bankAccount }: ApiKeyItem,
  metering: Metering | undefined,
): APIGatewayAuthorizerResult {
  const rateLimit =
    metering?.kind === 'admitted'
      ? { remaining: String(metering.remaining), reset: String(Math.ceil(metering.resetMs / 1000)) }
      : {};
  return {
    principalId: merchantId,
    policyDocument: policy('Allow', event.methodArn),
    context: { merchantId, bankAccount, ...rateLimit },
    usageIdentifierKey: withinLimitKey,
  };
}

function overLimit(
  { overLimitKey }: AuthorizeDependencies,
  event: APIGatewayRequestAuthorizerEvent,
  retryAtMs: number,
  nowMs: number,
): APIGatewayAuthorizerResult {
  return {
    principalId: 'over-limit',
    // `Allow`, because a denied request does not reach the usage plan that answers 429.
    policyDocument: policy('Allow', event.methodArn),
    context: { limited: 'true', retryAfter: String(retryAfterSeconds(retryAtMs, nowMs)) },
    usageIdentifierKey: overLimitKey,
  };
}

function deny(event: APIGatewayRequestAuthorizerEvent, merchantId: string, reason: string): APIGatewayAuthorizerResult {
  return { principalId: merchantId, policyDocument: policy('Deny', event.methodArn), context: { reason } };
}

function policy(effect: 'Allow' | 'Deny', resource: string): APIGatewayAuthorizerResult['policyDocument'] {
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
  };
}
