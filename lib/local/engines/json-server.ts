import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '../clock/durations.ts';
import { isObject, parsedJson } from '../json.ts';

export interface JsonReply {
  status: number;
  body: unknown;
}

/**
 * Answers one call of an action (`x-amz-target` without its prefix). An error is answered 500. `gone` is aborted when
 * the connection has ended.
 */
export type AnswerJson = (action: string, body: unknown, gone: AbortSignal) => JsonReply | Promise<JsonReply>;

export interface JsonServer {
  port: number;
  /** Closes every connection and the server. */
  stop(): Promise<void>;
}

const NOT_JSON = {
  __type: 'com.amazon.coral.service#SerializationException',
  message: 'The body is not a JSON object.',
};

/** The SDK reuses connections. A shorter time would close them between two long polls. */
const KEEP_ALIVE_MS = MINUTE_MS;

/** Serves one of AWS's JSON protocols on a free port of 127.0.0.1. */
export async function serveJson(version: '1.0' | '1.1', answer: AnswerJson): Promise<JsonServer> {
  const contentType = `application/x-amz-json-${version}`;
  const server = createServer((request, response) => {
    const reply = ({ status, body }: JsonReply) => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(body));
    };
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    read(request, answer, gone.signal).then(reply, (error: unknown) => {
      reply({ status: 500, body: { __type: 'InternalServiceError', message: String(error) } });
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage, answer: AnswerJson, gone: AbortSignal): Promise<JsonReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const action = String(request.headers['x-amz-target']).split('.').pop() ?? '';
  const body = parsedJson(Buffer.concat(chunks).toString() || '{}');
  if (!isObject(body)) return { status: 400, body: NOT_JSON };
  return answer(action, body, gone);
}
