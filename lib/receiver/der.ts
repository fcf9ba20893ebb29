/** The few pieces of ASN.1 in DER that an X.509 certificate is made of. */

type Bytes = Uint8Array;

function element(tag: number, ...parts: Bytes[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

// Up to 127 in one byte; above, a byte that says how many length bytes follow.
function lengthOf(content: Bytes): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  const bytes = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...parts: Bytes[]) => element(0x30, ...parts);
export const set = (...parts: Bytes[]) => element(0x31, ...parts);
/** A positive integer whose first bit is 0. */
export const integer = (bytes: Bytes) => element(0x02, bytes);
export const octetString = (content: Bytes) => element(0x04, content);
export const utf8String = (text: string) => element(0x0c, Buffer.from(text));
export const bitString = (content: Bytes, unusedBits = 0) => element(0x03, Buffer.from([unusedBits]), content);
export const isTrue = () => element(0x01, Buffer.from([0xff]));
/** Context-specific tags: around another element, or in place of one. */
export const explicit = (number: number, content: Bytes) => element(0xa0 | number, content);
export const implicit = (number: number, content: Bytes) => element(0x80 | number, content);

/** `1.2.840.10045.4.3.2`: the first two numbers share a byte, the others are in base 128. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const digits = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(128 + (left % 128));
    bytes.push(...digits);
  }
  return element(0x06, Buffer.from(bytes));
}

/** Times before 2050, to the second. */
export function utcTime(timeMs: number): Buffer {
  const digits = new Date(timeMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}
