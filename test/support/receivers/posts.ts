import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { published, publishedBody } from '../published-vectors.ts';

/** The receivers' secret: the old one of the published vectors. */
export const SECRET = published('old secret');
export const OTHER_SECRET = published('new secret');

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
const LONG_BODY = Buffer.from(
  JSON.stringify({ event: 'payment.success', data: { id: 'tx_2', externalOrderId: 'ç'.repeat(30_000) } }),
);

/** §5.2.2, by hand. */
export function signedBy(secret: string, body = publishedBody): Post {
  return signedAs(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`, body);
}

function signedAs(signature: string, body = publishedBody): Post {
  return { body, headers: { 'Content-Type': 'application/json', 'X-Service-Signature': signature } };
}

const signature = published('`X-Service-Signature` by the old secret');
const genuine = signedAs(signature);
const withBody = (body: Buffer): Post => ({ ...genuine, body });
const changed = (from: string, to: string) => withBody(Buffer.from(String(publishedBody).replace(from, to)));

/** POSTs that a receiver must answer with 2xx. */
export const GENUINE: Record<string, Post> = {
  'the published vector': genuine,
  'the same event again': genuine,
  'a body that does not survive parsing and serializing': signedBy(SECRET, AWKWARD_BODY),
  'a long body': signedBy(SECRET, LONG_BODY),
  'a long body in chunks': { ...signedBy(SECRET, LONG_BODY), chunkBytes: 10_000 },
  'header names in capitals': {
    ...genuine,
    headers: { 'CONTENT-TYPE': 'application/json', 'X-SERVICE-SIGNATURE': signature },
  },
};

/** POSTs that it must answer with 401. */
export const REFUSED: Record<string, Post> = {
  'another secret': signedBy(OTHER_SECRET),
  'the secret without its prefix': signedBy(SECRET.replace('whsec_', '')),
  'a changed amount': changed('10.5', '10.50'),
  'a changed letter beyond ASCII': changed('º', 'ª'),
  'a body cut short': withBody(publishedBody.subarray(0, -1)),
  'a line break after the body': withBody(Buffer.concat([publishedBody, Buffer.from('\n')])),
  'no signature': { ...genuine, headers: {} },
  'an empty signature': signedAs(''),
  'a signature without its prefix': signedAs(signature.replace('sha256=', '')),
  'a signature cut short': signedAs(signature.slice(0, -1)),
  'a signature with one more character': signedAs(`${signature}0`),
  // Longer in UTF-8 than in characters.
  'a signature beyond ASCII': signedAs(`sha256=\u00e9${signature.slice(8)}`),
};

/** Sends the bytes unchanged and returns the answer. */
export function post(port: number, { body, headers, chunkBytes }: Post): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: '127.0.0.1', port, path: '/webhooks', method: 'POST', agent: false, headers },
      async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    sending.on('error', reject);
    for (let at = 0; chunkBytes && at < body.length; at += chunkBytes)
      sending.write(body.subarray(at, at + chunkBytes));
    sending.end(chunkBytes ? undefined : body);
  });
}
