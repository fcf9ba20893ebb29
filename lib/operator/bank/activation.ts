import type { HttpCall, HttpOutcome } from '../../../functions/banking/http-call.ts';
import type { IfthenpayCredentials } from '../../../functions/banking/ifthenpay/gateway.ts';

const TIMEOUT_MS = 15_000;
const MAX_QUOTED_CHARACTERS = 200;

/** ifthenpay's name of a method, and the key under which it has the method. */
const NAMES = {
  MBWAY: { entidade: 'MBWAY', keyOf: 'mbWayKey' },
  REFERENCE: { entidade: 'MB', keyOf: 'mbKey' },
} as const;
export type CallbackMethod = keyof typeof NAMES;
export const CALLBACK_METHODS = Object.keys(NAMES) as CallbackMethod[];

/** `refused`: ifthenpay did not accept it. `unknown`: it may have been registered; a repeat is harmless. */
export type Activation = { kind: 'registered' } | { kind: 'refused' | 'unknown'; detail: string };

export interface ActivationCall {
  /** Such as `https://api.ifthenpay.com`, or `https://ifthenpay.com/api`. */
  baseUrl: string;
  credentials: IfthenpayCredentials;
  method: CallbackMethod;
  url: string;
}

/** Registers the callback URL of one method at ifthenpay, instead of the previous one. Never throws. */
export async function activateCallback(
  call: HttpCall,
  { baseUrl, credentials, method, url }: ActivationCall,
): Promise<Activation> {
  const { entidade, keyOf } = NAMES[method];
  const { backofficeKey, antiPhishingKey } = credentials;
  const body = { chave: backofficeKey, entidade, subentidade: credentials[keyOf], apKey: antiPhishingKey, urlCb: url };
  const outcome = await call({
    method: 'POST',
    url: `${baseUrl.replace(/\/+$/, '')}/endpoint/callback/activation`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
  });
  return readActivation(outcome, Object.values(credentials));
}

/**
 * Success is 200 with a text that begins with `OK:`, by the official PHP SDK and the WHMCS plugin. Such a text may
 * arrive as JSON, in quotation marks. `secrets` are removed from what is quoted of another answer.
 */
export function readActivation(outcome: HttpOutcome, secrets: readonly string[]): Activation {
  if (outcome.kind === 'not-sent') return { kind: 'refused', detail: `not sent: ${outcome.detail}` };
  if (outcome.kind === 'no-answer') return { kind: 'unknown', detail: `no answer: ${outcome.detail}` };
  const { status, body } = outcome;
  if (status === 200 && /^\s*"?OK:/.test(body)) return { kind: 'registered' };
  return { kind: status >= 500 ? 'unknown' : 'refused', detail: `HTTP ${status}: ${quoted(body, secrets)}` };
}

function quoted(body: string, secrets: readonly string[]): string {
  if (/^\s*</.test(body)) return 'a page of HTML';
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), body);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_QUOTED_CHARACTERS) || 'an empty answer';
}
