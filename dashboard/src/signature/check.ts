import { TOLERANCE_S } from './tolerance.ts';
import {
  type BodyCause,
  type Bytes,
  bodyVariants,
  cleanSecret,
  type KeyCause,
  keyOf,
  keyVariants,
  secretProblem,
  utf8,
} from './variants.ts';

const SIGNATURE_HEADERS = ['X-Service-Signature', 'webhook-signature'] as const;
type SignatureHeader = (typeof SIGNATURE_HEADERS)[number];

export type Cause =
  | BodyCause
  | KeyCause
  | NonNullable<ReturnType<typeof secretProblem>>
  | 'value-of-webhook-signature'
  | 'value-of-x-service-signature'
  | 'not-a-signature'
  | 'id-or-timestamp-missing'
  | 'signature-encoding'
  | 'too-old'
  | 'body-length'
  | 'wrong-secret'
  | 'unexplained';

export interface SignatureQuestion {
  /** Lines `Name: value` in any usual notation; a text without any is the value of `X-Service-Signature`. */
  headers: string;
  body: string;
  secret: string;
  /** The other secret of a rotation; empty when there is none. */
  otherSecret: string;
  nowMs: number;
}

export interface Verdict {
  header: SignatureHeader;
  isMatch: boolean;
  causes: Cause[];
  /** What the header should have held; null where the secret or another header is missing. */
  expected: string | null;
}

const NAMED =
  /(x[-_]service[-_]signature|webhook[-_](?:signature|id|timestamp)|content[-_]length)["'\]]*\s*[:=]>?\s*["']?([^"'\r\n]*)/gi;
const VALUE: Record<SignatureHeader, RegExp> = {
  'X-Service-Signature': /^(sha256=)?([0-9a-f]{64}|[\w+/-]{43}=?)$/i,
  'webhook-signature': /^((v1,)?([0-9a-f]{64}|[\w+/-]{43}=?)(\s+|$))+$/i,
};

/** A verdict on each signature among the headers, none where there is no signature or no secret. */
export async function checkSignatures(question: SignatureQuestion): Promise<Verdict[]> {
  const headers = readHeaders(question.headers);
  if (question.secret.trim() === '') return [];
  const found = SIGNATURE_HEADERS.filter((name) => headers.get(name.toLowerCase()));
  return Promise.all(found.map((header) => verdictOn(header, headers, question)));
}

function readHeaders(pasted: string): Map<string, string> {
  const named = [...pasted.matchAll(NAMED)].map(
    ([, name = '', value = '']) => [name.toLowerCase().replaceAll('_', '-'), value.trim()] as const,
  );
  return new Map(named.length > 0 ? named : [['x-service-signature', pasted.trim().replace(/^["'`]|["'`]$/g, '')]]);
}

async function verdictOn(
  header: SignatureHeader,
  headers: Map<string, string>,
  question: SignatureQuestion,
): Promise<Verdict> {
  const { body, secret, otherSecret, nowMs } = question;
  const isStandard = header === 'webhook-signature';
  const [received = '', id = '', timestamp = ''] = [header.toLowerCase(), 'webhook-id', 'webhook-timestamp'].map(
    (name) => headers.get(name),
  );
  const contentOf = (text: string) => (isStandard ? `${id}.${timestamp}.${text}` : text);
  const problem = [secret, otherSecret].map(cleanSecret).filter(Boolean).map(secretProblem).find(Boolean);
  const isComplete = !isStandard || (id !== '' && timestamp !== '');
  const expected =
    problem || !isComplete
      ? null
      : written(header, await hmacSha256(keyOf(cleanSecret(secret), isStandard), contentOf(body)));
  const seen: Cause[] = problem ? [problem] : [];
  if (!isStandard && received.startsWith('v1,')) seen.push('value-of-webhook-signature');
  else if (isStandard && received.startsWith('sha256=')) seen.push('value-of-x-service-signature');
  else if (!VALUE[header].test(received)) seen.push('not-a-signature');
  else if (!isComplete) seen.push('id-or-timestamp-missing');
  if (seen.length > 0) return { header, isMatch: false, causes: seen, expected };

  const found: Cause[][] = [];
  for (const { causes: bodyCauses, text } of bodyVariants(body)) {
    for (const { causes: keyCauses, key } of keyVariants(secret, otherSecret, isStandard)) {
      const form = formOf(header, received, await hmacSha256(key, contentOf(text)));
      if (form) found.push([...keyCauses, ...bodyCauses, ...form]);
    }
  }
  const [likeliest] = found.sort((one, other) => one.length - other.length);
  if (likeliest?.length === 0) {
    const isOld = isStandard && nowMs / 1_000 - Number(timestamp) > TOLERANCE_S;
    return { header, isMatch: true, causes: isOld ? ['too-old'] : [], expected };
  }
  return { header, isMatch: false, causes: likeliest ?? [guess(body, headers.get('content-length'))], expected };
}

/** No usual change explains it. The length that was sent tells whether body or secret is the likelier culprit. */
function guess(body: string, contentLength: string | undefined): Cause {
  if (contentLength === undefined) return 'unexplained';
  return Number(contentLength) === utf8(body).length ? 'wrong-secret' : 'body-length';
}

/** Empty where one of the received signatures is this one; undefined where none is, in whatever encoding. */
function formOf(header: SignatureHeader, received: string, mac: Bytes): Cause[] | undefined {
  const values = received.split(/\s+/);
  if (values.includes(written(header, mac))) return [];
  const bare = values.map((value) => value.replace(/^(sha256=|v1,)/i, ''));
  const isBase64 = bare.some(
    (value) => value.replace(/=$/, '').replaceAll('-', '+').replaceAll('_', '/') === base64(mac).slice(0, -1),
  );
  return isBase64 || bare.some((value) => value.toLowerCase() === hex(mac)) ? ['signature-encoding'] : undefined;
}

function written(header: SignatureHeader, mac: Bytes): string {
  return header === 'webhook-signature' ? `v1,${base64(mac)}` : `sha256=${hex(mac)}`;
}

const hex = (bytes: Bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes: Bytes) => btoa(String.fromCharCode(...bytes));

async function hmacSha256(key: Bytes, content: string): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(content)));
}
