import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { header } from '../http/json-body.ts';
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

/** Thrown with exactly this message, API Gateway answers 401; anything else it answers 500. */
export const UNAUTHORIZED = 'Unauthorized';

/** A sentence for each account that may not call (§5.1, decision D19). */
export const INACTIVE_SENTENCES: Record<Exclude<AccountStatus, 'active'>, string> = {
  pending: 'account is not active: it is pending approval',
  suspended: 'account is not active: it is suspended',
  refused: 'account is not active: it was refused',
};

/**
 * Meters the source address and finds the merchant, side by side, on every request under `/api/v1` (decision D16:
 * 429, then 401, then 403). The counting is done here, the refusing by the usage plan whose key is named: the plan
 * `over-limit` admits nothing, so API Gateway itself answers 429.
 */
export function authorize(dependencies: AuthorizeDependencies) {
  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const address = event.requestContext.identity.sourceIp;
    const nowMs = dependencies.clock();
    const againAt = dependencies.refusals.againAt(address, nowMs);
    if (againAt !== undefined) return overLimit(dependencies, event, againAt, nowMs);

    const apiKey = bearerKey(authorizationOf(event));
    const [metering, found] = await Promise.all([
      measure(dependencies, address, nowMs),
      // A failed look-up must not hide that the address is over its limit.
      apiKey === undefined ? undefined : dependencies.findApiKey(apiKey).catch((error: unknown) => ({ failed: error })),
    ]);
    if (metering?.kind === 'refused') {
      dependencies.refusals.remember(address, metering.againAt);
      return overLimit(dependencies, event, metering.againAt, nowMs);
    }
    if (found === undefined) throw new Error(UNAUTHORIZED);
    if ('failed' in found) {
      // Answered 500; logged because the authorizer's alarm counts lines, not failed invocations.
      dependencies.logger.error('key look-up failed', errorFields(found.failed));
      throw found.failed;
    }
    // Another key has taken its place, and the overlap is over (decision 0032).
    if (found.endsAt !== undefined && found.endsAt <= nowMs) throw new Error(UNAUTHORIZED);
    return found.accountStatus === 'active'
      ? admit(dependencies, event, found, metering)
      : deny(event, found.merchantId, INACTIVE_SENTENCES[found.accountStatus]);
  };
}

/** Undefined when the metering itself fails: the request is served, and an alarm counts the line (decision D15). */
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

/** The header's value; undefined where it was sent more than once, as one of them would be ignored. */
function authorizationOf(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const values = Object.entries(event.multiValueHeaders ?? {})
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .flatMap(([, sent]) => sent ?? []);
  if (values.length > 1) return undefined;
  return values[0] ?? header({ headers: event.headers ?? {} }, 'authorization');
}

function admit(
  { withinLimitKey }: AuthorizeDependencies,
  event: APIGatewayRequestAuthorizerEvent,
  { merchantId, bankAccount }: ApiKeyItem,
  metering: Metering | undefined,
): APIGatewayAuthorizerResult {
  const standing =
    metering?.kind === 'admitted'
      ? { remaining: String(metering.remaining), reset: String(Math.ceil(metering.resetMs / 1000)) }
      : {};
  return {
    principalId: merchantId,
    policyDocument: policy('Allow', event.methodArn),
    context: { merchantId, bankAccount, ...standing },
    usageIdentifierKey: withinLimitKey,
  };
}

function overLimit(
  { overLimitKey }: AuthorizeDependencies,
  event: APIGatewayRequestAuthorizerEvent,
  againAt: number,
  nowMs: number,
): APIGatewayAuthorizerResult {
  return {
    principalId: 'over-limit',
    // Allowed on purpose: a denied request never reaches the usage plan that answers 429.
    policyDocument: policy('Allow', event.methodArn),
    context: { limited: 'true', retryAfter: String(retryAfterSeconds(againAt, nowMs)) },
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
