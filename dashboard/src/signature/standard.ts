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
