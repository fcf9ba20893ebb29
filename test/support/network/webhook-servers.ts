import { mkdtempSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';

/** Certificates for localhost, created for each test file. */
export const authority = await createDemoAuthority(mkdtempSync(join(tmpdir(), 'webhook-certificates-')));

export interface TestServer {
  port: number;
  url: string;
  /** Number of accepted connections. */
  connections: number;
  stop(): Promise<void>;
}

/** An HTTPS server on 127.0.0.1 with the demo certificate. */
export function httpsServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<TestServer> {
  return listening(createHttpsServer(authority.certificate, answer));
}

/** A TLS server with raw answers by `talk`, for answers that no HTTP library sends. */
export function tlsServer(talk: (socket: TLSSocket) => void): Promise<TestServer> {
  return listening(
    createTlsServer(authority.certificate, (socket) => {
      socket.on('error', () => undefined);
      talk(socket);
    }),
  );
}

async function listening(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const state = { connections: 0 };
  server.on('connection', (socket: Socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://localhost:${port}/webhook`,
    get connections() {
      return state.connections;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
