import { isObject, type Json } from '../json.ts';
import type { FunctionError } from '../lambda/messages.ts';

/** The authorizer's context as later steps see it; every value is text. */
export type AuthorizerContext = Record<string, string>;

/** What the event carries of the token's claims: `requestContext.authorizer.claims`. */
export interface ClaimsContext {
  claims: AuthorizerContext;
}

/** The context that the function's event carries. */
export type EventContext = AuthorizerContext | ClaimsContext;

/** What an authorizer's answer means for the request. */
export type Verdict =
  | { kind: 'allowed'; context: EventContext; apiKey: string | undefined }
  | { kind: 'denied'; context: AuthorizerContext; explicit: boolean }
  | { kind: 'unauthorized'; message?: string }
  | { kind: 'failed' }
  | { kind: 'misconfigured'; why: string };

/** Throwing exactly `Unauthorized` is how an authorizer asks for a 401; any other failure is a 500. */
export function judgeFailure(error: FunctionError): Verdict {
  return error.errorMessage === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'failed' };
}

/** Reads an authorizer's answer: its policy is evaluated for `methodArn`, its context becomes text. */
export function judge(answer: unknown, methodArn: string): Verdict {
  if (!isObject(answer) || typeof answer.principalId !== 'string') return misconfigured('no principalId in the answer');
  const statements = isObject(answer.policyDocument) ? answer.policyDocument.Statement : undefined;
  if (!Array.isArray(statements)) return misconfigured('no policyDocument with statements in the answer');
  const context = textContext(answer.context ?? {}, answer.principalId);
  if (!context) return misconfigured('a context value that is neither text, number nor boolean');
  const effects = new Set<string>();
  for (const statement of statements) {
    if (!isObject(statement) || 'Condition' in statement || 'NotResource' in statement || 'NotAction' in statement) {
      return misconfigured(
        'a statement with something else than Effect, Action and Resource, which is not evaluated here',
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

/** Whether a policy's pattern, or one of its list, matches; `*` stands for any text, `?` for one character. */
function covers(patterns: Json | undefined, text: string): boolean {
  return [patterns].flat().some((pattern) => {
    if (typeof pattern !== 'string') return false;
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return new RegExp(`^${source}$`, 'is').test(text);
  });
}
