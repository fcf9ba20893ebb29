import { isObject, type Json } from '../json.ts';
import type { FunctionError } from '../lambda/messages.ts';
import { wildcardSource } from '../wildcards.ts';

/** The authorizer's context as later steps see it; every value is text. */
export type AuthorizerContext = Record<string, string>;

/** What the event carries of the token's claims: `requestContext.authorizer.claims`. */
export interface ClaimsContext {
  claims: AuthorizerContext;
}

/** The context that the function's event carries. */
export type EventContext = AuthorizerContext | ClaimsContext;

/** The decision of an authorizer on a request. */
export type Verdict =
  | { kind: 'allowed'; context: EventContext; apiKey: string | undefined }
  | { kind: 'denied'; context: AuthorizerContext; explicit: boolean }
  | { kind: 'unauthorized'; message?: string }
  | { kind: 'failed' }
  | { kind: 'misconfigured'; why: string };

/** An authorizer that throws exactly `Unauthorized` causes a 401; any other failure is a 500. */
export function judgeFailure(error: FunctionError): Verdict {
  return error.errorMessage === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'failed' };
}

/** Evaluates the policy of an authorizer's response for `methodArn`. Its context values become text. */
export function judge(answer: unknown, methodArn: string): Verdict {
  if (!isObject(answer) || typeof answer.principalId !== 'string')
    return misconfigured('the response has no principalId');
  const statements = isObject(answer.policyDocument) ? answer.policyDocument.Statement : undefined;
  if (!Array.isArray(statements)) return misconfigured('the response has no policyDocument with statements');
  const context = textContext(answer.context ?? {}, answer.principalId);
  if (!context) return misconfigured('a context value is neither text, number nor boolean');
  const effects = new Set<string>();
  for (const statement of statements) {
    if (!isObject(statement) || 'Condition' in statement || 'NotResource' in statement || 'NotAction' in statement) {
      return misconfigured(
        'a statement has an element other than Effect, Action and Resource, which are not evaluated here',
      );
    }
    if (covers(statement.Action, 'execute-api:Invoke') && covers(statement.Resource, methodArn))
      effects.add(String(statement.Effect));
  }
  if (effects.has('Deny')) return { kind: 'denied', context, explicit: true };
  if (!effects.has('Allow')) return { kind: 'denied', context, explicit: false };
  const apiKey = answer.usageIdentifierKey;
  return { kind: 'allowed', context, apiKey: typeof apiKey === 'string' ? apiKey : undefined };
}

function misconfigured(why: string): Verdict {
  return { kind: 'misconfigured', why };
}

function textContext(context: Json, principalId: string): AuthorizerContext | undefined {
  if (!isObject(context)) return undefined;
  const texts: AuthorizerContext = { principalId };
  for (const [name, value] of Object.entries(context)) {
    if (value === null) continue;
    if (typeof value === 'object') return undefined;
    texts[name] = String(value);
  }
  return texts;
}

/** Whether one of a policy's patterns matches. */
function covers(patterns: Json | undefined, text: string): boolean {
  return [patterns].flat().some((pattern) => {
    if (typeof pattern !== 'string') return false;
    return new RegExp(`^${wildcardSource(pattern)}$`, 'is').test(text);
  });
}
