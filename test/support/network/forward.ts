import { type Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
}

/** Sends a received request on to `target`, with this body, and resolves with the complete answer. */
export function forward(
  { method, headers, url = '/' }: IncomingMessage,
  body: Buffer | string,
  target: string,
  agent?: Agent,
): Promise<Answer> {
  const sentHeaders = { ...headers, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { method, headers: sentHeaders, ...(agent && { agent }) };
    const sent = httpRequest(new URL(url, target), options, (answer) => {
      const { 'transfer-encoding': _chunked, ...answered } = answer.headers;
      buffer(answer).then((bytes) => {
        const { statusCode: status = 500 } = answer;
        resolve({ status, headers: { ...answered, 'content-length': bytes.length }, bytes });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
