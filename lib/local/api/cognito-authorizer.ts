import type { JWTPayload } from 'jose';
import type { Verified } from '../issuer/tokens.ts';
import { isObject, type Json } from '../json.ts';
import type { AuthorizerContext, ClaimsContext, Verdict } from './authorizer.ts';

/** An `AWS::ApiGateway::Authorizer` of type COGNITO_USER_POOLS. */
export interface CognitoAuthorizer {
  kind: 'cognito';
  poolArns: string[];
}

/** Verifies an ID token for the user pools with these ARNs. */
export type VerifyToken = (token: string, poolArns: readonly string[]) => Promise<Verified>;

/** Verifies the token of a request for the authorizer's user pools. */
export async function judgeToken(
  { poolArns }: CognitoAuthorizer,
  headers: readonly [string, string][],
  verifyToken: VerifyToken,
): Promise<Verdict> {
  const token = tokenOf(headers);
  const verified = token === undefined ? undefined : await verifyToken(token, poolArns);
  switch (verified?.kind) {
    case 'valid':
      return { kind: 'allowed', context: claimsContext(verified.claims), apiKey: undefined };
    case 'expired':
      return { kind: 'unauthorized', message: 'The incoming token has expired' };
    default:
      return { kind: 'unauthorized' };
  }
}

/** The token of the `Authorization` header, with or without `Bearer `; undefined when there is none. */
function tokenOf(headers: readonly [string, string][]): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return value?.replace(/^Bearer\s+/i, '').trim() || undefined;
}

/**
 * Claims as API Gateway passes them to a function, every value as text: lists joined by commas, `exp` and `iat` as
 * dates (`Sat Nov 21 01:00:00 UTC 2026`).
 */
function claimsContext(claims: JWTPayload): ClaimsContext {
  const texts: AuthorizerContext = {};
  for (const [name, value] of Object.entries(claims)) {
    texts[name] = name === 'exp' || name === 'iat' ? dateText(Number(value)) : claimText(value as Json);
  }
  return { claims: texts };
}

function claimText(value: Json): string {
  if (Array.isArray(value)) return value.map(claimText).join(',');
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function dateText(seconds: number): string {
  const [, weekday, day, month, year, time] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(seconds * 1000).toUTCString()) ?? [];
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}
