import { type BodyCause, bodyVariants } from './body-causes.ts';
import { areEqual, type Bytes, hmacSha256, joined, utf8 } from './bytes.ts';
import { type KeyCause, keyVariants } from './key-causes.ts';
import { type FormCause, type Header, type Received, readReceived } from './received.ts';
import { contractValue, standardContent, standardKey, standardValue } from './standard.ts';

/** What Standard Webhooks signs beside the body. */
export type ContentCause = 'body-alone' | 'timestamp-in-ms' | 'id-and-timestamp-swapped' | 'no-full-stops';
export type Cause = BodyCause | KeyCause | FormCause | ContentCause;

export interface SignatureQuestion {
  header: Header;
  body: Bytes;
  secret: string;
  /** The other secret of a rotation; empty when there is none. */
  otherSecret: string;
  /** The header's value as it came, or what the receiver computed. */
  received: string;
  /** `webhook-id` and `webhook-timestamp`, for the header of Standard Webhooks. */
  id: string;
  timestamp: string;
}

export type Verdict =
  | { kind: 'match' }
  /** What would make the two equal, the likeliest alone. */
  | { kind: 'cause'; causes: Cause[] }
  /** The value is no signature of this header. */
  | { kind: 'unreadable' }
  /** Nothing that usually goes wrong explains it: another secret, or another body. */
  | { kind: 'unexplained' };

/** The value that the header must have; null where the secret cannot be a key of Standard Webhooks. */
export async function expectedValue(question: SignatureQuestion): Promise<string | null> {
  const { header, body, secret, id, timestamp } = question;
  if (header === 'contract') return contractValue(body, secret);
  const key = standardKey(secret);
  return key && standardValue(standardContent(id, timestamp, body), key);
}

/** Compares, and where it does not match tries what usually goes wrong, one thing before two. */
export async function checkSignature(question: SignatureQuestion): Promise<Verdict> {
  const received = readReceived(question.received, question.header);
  if (received.length === 0) return { kind: 'unreadable' };
  const found: Cause[][] = [];
  const keys = keyVariants(question.header, question.secret, question.otherSecret);
  for (const { causes: bodyCauses, bytes } of bodyVariants(question.body)) {
    for (const { causes: contentCauses, content } of contentsOf(question, bytes)) {
      for (const { causes: keyCauses, key } of keys) {
        const mac = await hmacSha256(key, content);
        const form = formOf(received, mac);
        if (form) found.push([...keyCauses, ...bodyCauses, ...contentCauses, ...form]);
      }
    }
  }
  const [likeliest] = found.sort((one, other) => one.length - other.length);
  if (!likeliest) return { kind: 'unexplained' };
  return likeliest.length === 0 ? { kind: 'match' } : { kind: 'cause', causes: likeliest };
}

function formOf(received: Received[], mac: Bytes): FormCause[] | undefined {
  return received.find((one) => areEqual(one.mac, mac))?.form;
}

function contentsOf(
  { header, id, timestamp }: SignatureQuestion,
  body: Bytes,
): { causes: ContentCause[]; content: Bytes }[] {
  if (header === 'contract') return [{ causes: [], content: body }];
  const seconds = timestamp.replace(/\d{3}$/, '');
  return [
    { causes: [], content: standardContent(id, timestamp, body) },
    { causes: ['body-alone'], content: body },
    { causes: ['timestamp-in-ms'], content: standardContent(id, seconds, body) },
    { causes: ['timestamp-in-ms'], content: standardContent(id, `${timestamp}000`, body) },
    { causes: ['id-and-timestamp-swapped'], content: standardContent(timestamp, id, body) },
    { causes: ['no-full-stops'], content: joined(utf8(`${id}${timestamp}`), body) },
  ];
}
