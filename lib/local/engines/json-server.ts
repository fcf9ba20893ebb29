import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Answers one call of an action (`x-amz-target` without its prefix). What it throws is answered 500. */
export type AnswerJson = (action: string, body: unknown) => JsonReply | Promise<JsonReply>;

export interface JsonServer {
  port: number;
  /** Breaks every connection and accepts none any more. */
  stop(): Promise<void>;
}

/** The SDK keeps connections for its next call; closing them between two long polls would cost a reconnect each. */
const KEEP_ALIVE_MS = 60_000;

/** Serves one of AWS's JSON protocols on 127.0.0.1. `port` 0 takes a free one. */
export async function serveJson(port: number, version: '1.0' | '1.1', answer: AnswerJson): Promise<JsonServer> {
  const contentType = `application/x-amz-json-${version}`;
  const server = createServer((request, response) => {
    const reply = ({ status, body, headers }: JsonReply) => {
      if (response.destroyed) return;
      response.writeHead(status, { ...headers, 'content-type': contentType }).end(JSON.stringify(body));
    };
    read(request, answer).then(reply, (error: unknown) => {
      reply({ status: 500, body: { __type: 'InternalServiceError', message: String(error) } });
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage, answer: AnswerJson): Promise<JsonReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const action = String(request.headers['x-amz-target']).split('.').pop() ?? '';
  return answer(action, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
}
