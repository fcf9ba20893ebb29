import type { Payload } from '../../../functions/webhooks/event.ts';

/** What may have changed a body or a key on its way to the comparison. */
export type BodyCause = 'body-white-space' | 'body-charset' | 'body-rewritten';
export type KeyCause = 'secret-white-space' | 'secret-form' | 'other-secret';

export type Bytes = Uint8Array<ArrayBuffer>;

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const PREFIX_LENGTH = 'whsec_'.length;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const latin1 = (text: string): Bytes => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The secret without white space and quotes around it. */
export function cleanSecret(typed: string): string {
  return typed.trim().replace(/^(["'`])(.*)\1$/, '$2');
}

/** What is no webhook secret at all; an API key begins with `sk_` (decision D18). */
export function secretProblem(secret: string): 'secret-is-api-key' | 'secret-incomplete' | undefined {
  if (secret.startsWith('sk_')) return 'secret-is-api-key';
  return SECRET.test(secret) ? undefined : 'secret-incomplete';
}

/** The body as it is, then with each usual change undone. */
export function bodyVariants(body: string): { causes: BodyCause[]; text: string }[] {
  const variants: [BodyCause[], string | undefined][] = [
    [[], body],
    [['body-white-space'], body.trim()],
    [['body-charset'], readAsUtf8(body)],
    [['body-rewritten'], asSent(body.trim())],
  ];
  return variants.flatMap(([causes, text]) => (text === undefined ? [] : [{ causes, text }]));
}

/** A header's key: for `X-Service-Signature` the text of the secret, for `webhook-signature` what it decodes to. */
export function keyOf(secret: string, isStandard: boolean): Bytes {
  return isStandard ? latin1(atob(secret.slice(PREFIX_LENGTH))) : utf8(secret);
}

/** The right key, the secret in the forms that are mistaken for it, and the right key of a rotation's other secret. */
export function keyVariants(
  typed: string,
  otherSecret: string,
  isStandard: boolean,
): { causes: KeyCause[]; key: Bytes }[] {
  const secret = cleanSecret(typed);
  const odd: KeyCause[] = secret === typed ? [] : ['secret-white-space'];
  const other = cleanSecret(otherSecret);
  return [
    { causes: odd, key: keyOf(secret, isStandard) },
    { causes: ['secret-form'], key: keyOf(secret, !isStandard) },
    { causes: ['secret-form'], key: utf8(secret.slice(PREFIX_LENGTH)) },
    ...(other ? [{ causes: ['other-secret' as const], key: keyOf(other, isStandard) }] : []),
  ];
}

/** UTF-8 that was read as Latin-1 shows `Ã©` for `é`. */
function readAsUtf8(text: string): string | undefined {
  if (/[^\0-\u00FF]/.test(text)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(latin1(text));
  } catch {
    return undefined;
  }
}

/** The JSON in the form in which the service writes a payload (§6.3), also out of a quoted or escaped text. */
function asSent(text: string): string | undefined {
  let value = parsed(text) ?? parsed(`"${text}"`);
  if (typeof value === 'string') value = parsed(value);
  const { event, timestamp, data } = (value ?? {}) as Record<string, unknown>;
  if (typeof data !== 'object' || data === null) return undefined;
  const { id, externalOrderId, amount, currency, paymentMethod, status, paidAt } = data as Record<string, unknown>;
  const euros = Number(String(amount).replace(',', '.'));
  const fields = { id, externalOrderId, amount: euros, currency, paymentMethod, status, paidAt };
  // Without a new field of the payload this does not compile.
  const sent = { event, timestamp, data: fields satisfies Record<keyof Payload['data'], unknown> };
  return JSON.stringify(sent satisfies Record<keyof Payload, unknown>);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
