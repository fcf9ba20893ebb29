import { type Bytes, base64Of, bytesOfBase64, hexOf, hmacSha256, joined, utf8 } from './bytes.ts';

const PREFIX = 'whsec_';

/** The value that `X-Service-Signature` must have (§5.2): the key is the text of the whole secret. */
export async function contractValue(body: Bytes, secret: string): Promise<string> {
  return `sha256=${hexOf(await hmacSha256(utf8(secret), body))}`;
}

/** The key of Standard Webhooks: the bytes in base64 after `whsec_`; null if the secret does not have that form. */
export function standardKey(secret: string): Bytes | null {
  return bytesOfBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
}

/** What Standard Webhooks signs: id, timestamp and body, each followed by a full stop but the last. */
export function standardContent(id: string, timestamp: string, body: Bytes): Bytes {
  return joined(utf8(`${id}.${timestamp}.`), body);
}

/** One signature of `webhook-signature`. */
export async function standardValue(content: Bytes, key: Bytes): Promise<string> {
  return `v1,${base64Of(await hmacSha256(key, content))}`;
}

/** The vectors of the documentation: a receiver that gets these right gets every webhook right. */
export const EXAMPLE = {
  body:
    '{"event":"payment.success","timestamp":"2026-11-20T19:08:33.257Z","data":{"id":"tx_hypt8j26ez22qd229bvq552r",' +
    '"externalOrderId":"Encomenda nº 1","amount":10.5,"currency":"EUR","paymentMethod":"MBWAY","status":"paid",' +
    '"paidAt":"2026-11-20T19:08:33.248Z"}}',
  secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=',
  otherSecret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  contract: 'sha256=ed426ff229170c9595c27feed04fc8690a15ce6c4d10c98cd71234ca6375ba7b',
  standard: 'v1,vl6MIKclIH9M85qkKmYzODom09pyL8QOjPs23oYOqFo=',
  id: 'evt_0123456789abcdefghjkmnpq',
  timestamp: '1795201714',
};
