import type { Payload } from '../../../../functions/webhooks/event.ts';

/** The signature matches, or what explains that it does not. */
export type SignatureOutcome = 'match' | 'white-space' | 'rewritten' | 'charset' | 'other-secret';

export interface SignatureQuestion {
  /** The value of `X-Service-Signature`, or the headers with it. */
  header: string;
  body: string;
  secret: string;
}

export interface SignatureVerdict {
  outcome: SignatureOutcome;
  /** What the header of this body and secret holds (§5.2.2). */
  expected: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Compares a received signature with the expected one, and undoes what usually changes a body on its way. */
export async function checkSignature({ header, body, secret }: SignatureQuestion): Promise<SignatureVerdict> {
  const expected = await signatureOf(utf8(body), secret);
  const received = receivedSignature(header);
  const clean = secret.trim();
  const changes: [outcome: SignatureOutcome, sent: Bytes, secret: string][] = [
    ['match', utf8(body), secret],
    ['white-space', utf8(body.trim()), clean],
    ['rewritten', utf8(asSent(body)), clean],
    ['charset', latin1(body), clean],
  ];
  for (const [outcome, sent, key] of changes) {
    if ((await signatureOf(sent, key)) === received) return { outcome, expected };
  }
  return { outcome: 'other-secret', expected };
}

/** Undefined where the text holds none. */
export function receivedSignature(header: string): string | undefined {
  return /sha256=[0-9a-f]{64}/.exec(header)?.[0];
}

const HEAD: (keyof Payload)[] = ['event', 'timestamp', 'data'];
type Data = keyof Payload['data'];
const DATA: Data[] = ['id', 'externalOrderId', 'amount', 'currency', 'paymentMethod', 'status', 'paidAt'];

/** The JSON as the service writes a payload (§6.3): no spaces, its order of keys, the shortest numbers. */
function asSent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), [...HEAD, ...DATA]);
  } catch {
    return body;
  }
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
/** The bytes of a text that was read as Latin-1, which shows `é` as `Ã©`. */
const latin1 = (text: string): Bytes => Uint8Array.from(text, (character) => character.charCodeAt(0));

async function signatureOf(body: Bytes, secret: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8(secret), hmac, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, body));
  return `sha256=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
