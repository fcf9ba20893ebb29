import { request } from 'node:http';
import { contractSignature, newWebhookSecret, signedHeaders } from '../../../functions/webhooks/signature.ts';
import { published, publishedBody } from '../published-vectors.ts';

/** The receivers' secret: the old one of the published vectors. */
export const SECRET = published('old secret');

export interface Post {
  body: Buffer;
  headers: Record<string, string>;
  /** Sent in chunks of so many bytes, without a length (RFC 9112, 7.1), as a proxy may. */
  chunkBytes?: number;
}

/** JSON that parsing and serializing changes: spaces, a repeated name, numbers, needless escapes. */
const AWKWARD_BODY = Buffer.from(
  '{ "event": "payment.success", "data": {"id":"tx_1", "id":"tx_1", "amount": 10.50, "currency":"EUR",' +
    String.raw` "externalOrderId":"caf\u00e9 \/ \ud83d\ude00 \u003c\u0026\u003e nº 7 — 日本 😀 e\u0301 é", "n": 1E2}}` +
    '\r\n\t\n',
);

function sent(body: Buffer, current: string, previous?: string): Post {
  const nowMs = Date.now();
  const secrets = { current, ...(previous && { previous: { secret: previous, until: nowMs + 60_000 } }) };
  return { body, headers: signedHeaders({ body, kind: 'payment.success', eventId: 'evt_1', secrets, nowMs }) };
}

const genuine = sent(publishedBody, SECRET);
const long = sent(
  Buffer.from(JSON.stringify({ event: 'payment.success', data: { id: 'tx_2', externalOrderId: 'ç'.repeat(30_000) } })),
  SECRET,
);
const signature = contractSignature(publishedBody, SECRET);

function signedAs(value: string): Post {
  return { ...genuine, headers: { ...genuine.headers, 'X-Service-Signature': value } };
}

function withoutSignature(): Post {
  const { 'X-Service-Signature': _, ...headers } = genuine.headers;
  return { ...genuine, headers };
}

function inUpperCase({ body, headers }: Post): Post {
  return {
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  };
}

const changed = (from: string, to: string): Post => ({
  ...genuine,
  body: Buffer.from(String(publishedBody).replace(from, to)),
});

/** POSTs that a receiver must answer with 2xx. */
export const GENUINE: Record<string, Post> = {
  'the published vector': signedAs(published('`X-Service-Signature` by the old secret')),
  'the same event again': genuine,
  'a body that does not survive parsing and serializing': sent(AWKWARD_BODY, SECRET),
  'a long body': long,
  'a body in chunks': { ...genuine, chunkBytes: 100 },
  'a long body in chunks': { ...long, chunkBytes: 10_000 },
  'header names in capitals': inUpperCase(genuine),
  'a webhook during a rotation, signed by both secrets': sent(publishedBody, published('new secret'), SECRET),
};

/** POSTs that it must answer with 401. */
export const REFUSED: Record<string, Post> = {
  'another secret, in chunks': { ...sent(publishedBody, newWebhookSecret()), chunkBytes: 100 },
  'another secret': sent(publishedBody, newWebhookSecret()),
  'the secret without its prefix': sent(publishedBody, SECRET.replace('whsec_', '')),
  'the new secret before the receiver has it': sent(publishedBody, published('new secret')),
  'a changed amount': changed('10.5', '10.50'),
  'a changed letter beyond ASCII': changed('º', 'ª'),
  'a body cut short': { ...genuine, body: publishedBody.subarray(0, -1) },
  'a line break after the body': { ...genuine, body: Buffer.concat([publishedBody, Buffer.from('\n')]) },
  'no signature': withoutSignature(),
  'an empty signature': signedAs(''),
  'a signature without its prefix': signedAs(signature.replace('sha256=', '')),
  'a signature cut short': signedAs(signature.slice(0, -1)),
  'a signature with one more character': signedAs(`${signature}0`),
  'two signatures, one of them right': signedAs(`${signature}, ${signature}`),
};

/** Longer in UTF-8 than in characters, against comparisons by characters. */
export const BEYOND_ASCII: Post = signedAs(`sha256=\u00e9${signature.slice(8)}`);

/** A webhook that anyone can forge for a receiver with an empty key. */
export const FORGED_WITH_EMPTY_KEY: Post = sent(publishedBody, '');

/** Sends the bytes unchanged and returns the answer. */
export function post(port: number, { body, headers, chunkBytes }: Post): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', port, path: '/webhooks', method: 'POST', agent: false },
      async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    sending.on('error', reject);
    for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value);
    if (chunkBytes === undefined) {
      sending.setHeader('Content-Length', body.length);
      return void sending.end(body);
    }
    sending.removeHeader('Content-Length');
    for (let at = 0; at < body.length; at += chunkBytes) sending.write(body.subarray(at, at + chunkBytes));
    sending.end();
  });
}
