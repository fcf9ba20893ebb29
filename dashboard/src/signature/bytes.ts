const encoder = new TextEncoder();

/** Bytes that no other thread can change under the hand: what WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes with a byte order mark kept; null when they are not UTF-8. */
export function textOf(bytes: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function base64Of(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

export function bytesOfHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes of base64, of its URL form too, with or without `=` at the end; null when it is neither. */
export function bytesOfBase64(text: string): Bytes | null {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return null;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}

export function areEqual(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA256; a key of no bytes is taken as HMAC takes it, though WebCrypto refuses it. */
export async function hmacSha256(key: Bytes, content: Bytes): Promise<Bytes> {
  const raw = key.length === 0 ? new Uint8Array(1) : key;
  const imported = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, content));
}
