import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** One mistake each, as merchants make them. */
export type Mistake =
  | 'loses what it has acknowledged'
  | 'fulfils at any event'
  | 'fulfils at each event that comes'
  | 'looks first and stores afterwards'
  | 'fulfils each transaction'
  | 'takes cancelled as final'
  | 'lets the last event win'
  | 'compares no amount'
  | 'truncates the amount to cents'
  | 'fails at an order that it does not know'
  | 'verifies the form of the signature only'
  | 'accepts what has no signature'
  | 'verifies JSON that it has written again'
  | 'compares the names of headers with case'
  | 'reads one of several signatures'
  | 'does not know webhook.test'
  | 'refuses an event that it does not know'
  | 'refuses a field that it does not know'
  | 'reads the first piece of the body'
  | 'answers once on a connection'
  | 'fails when many come at once'
  | 'does the work before it answers';

export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** What is read of a body. */
export async function bodyOf(request: IncomingMessage, mistake?: Mistake): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  if (mistake === 'reads the first piece of the body') return pieces[0] ?? Buffer.alloc(0);
  return Buffer.concat(pieces);
}

/** The status of a refusal. */
export function problemOfSignature({ headers, rawHeaders }: IncomingMessage, body: Buffer, mistake?: Mistake) {
  const signed =
    mistake === 'verifies JSON that it has written again' ? JSON.stringify(JSON.parse(String(body))) : body;
  const named = mistake === 'compares the names of headers with case' && !rawHeaders.includes('X-Service-Signature');
  const header = named ? '' : String(headers['x-service-signature'] ?? '');
  if (header === '' && mistake === 'accepts what has no signature') return undefined;
  if (mistake === 'verifies the form of the signature only')
    return /^sha256=[0-9a-f]{64}$/.test(header) ? undefined : 401;
  if (mistake === 'reads one of several signatures') return standardProblem(headers, body);
  const expected = Buffer.from(`sha256=${createHmac('sha256', SECRET).update(signed).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : 401;
}

function standardProblem(headers: IncomingHttpHeaders, body: Buffer): number | undefined {
  const [first] = String(headers['webhook-signature']).split(' ');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  return first === `v1,${createHmac('sha256', key).update(content).digest('base64')}` ? undefined : 401;
}
