import * as z from 'zod/mini';
import type { FunctionError } from '../lambda/messages.ts';

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
  | { kind: 'denied'; context: AuthorizerContext }
  | { kind: 'unauthorized'; message?: string }
  | { kind: 'failed' }
  | { kind: 'misconfigured'; why: string };

/** An authorizer that throws exactly `Unauthorized` causes a 401; any other failure is a 500. */
export function judgeFailure(error: FunctionError): Verdict {
  return error.errorMessage === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'failed' };
}

/** Its policy has one statement, which is about the method of the request. */
const response = (methodArn: string) =>
  z.strictObject({
    principalId: z.string(),
    policyDocument: z.strictObject({
      Version: z.literal('2012-10-17'),
      Statement: z.tuple([
        z.strictObject({
          Action: z.literal('execute-api:Invoke'),
          Effect: z.enum(['Allow', 'Deny']),
          Resource: z.literal(methodArn),
        }),
      ]),
    }),
    context: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
    usageIdentifierKey: z.optional(z.string()),
  });

/** Evaluates an authorizer's response for `methodArn`. */
export function judge(answer: unknown, methodArn: string): Verdict {
  const { data, error } = response(methodArn).safeParse(answer);
  if (!data) {
    const { path, message } = error.issues[0] ?? { path: [], message: '' };
    return { kind: 'misconfigured', why: `${path.join('.')} ${message}: add it in lib/local/api/authorizer.ts` };
  }
  const { principalId, policyDocument, context = {}, usageIdentifierKey: apiKey } = data;
  const texts = Object.entries(context).map(([name, value]) => [name, String(value)]);
  const eventContext = { principalId, ...Object.fromEntries(texts) };
  if (policyDocument.Statement[0].Effect === 'Deny') return { kind: 'denied', context: eventContext };
  return { kind: 'allowed', context: eventContext, apiKey };
}
