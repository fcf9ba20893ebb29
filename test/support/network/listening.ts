import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

export interface Listening {
  port: number;
  /** `https://localhost:…` for TLS, by which certificates name it, and `http://127.0.0.1:…` otherwise. */
  origin: string;
  /** Number of accepted connections. */
  readonly connections: number;
  /** Ends every connection, also one that waits for an answer. */
  hangUp(): void;
  stop(): Promise<void>;
}

/** Lets the server listen on a free port of 127.0.0.1. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    origin: `${server instanceof TlsServer ? 'https://localhost' : 'http://127.0.0.1'}:${port}`,
    get connections() {
      return connections;
    },
    hangUp,
    stop: () => {
      hangUp();
      return new Promise<void>((stopped) => server.close(() => stopped()));
    },
  };
}

/** An HTTP server on a free port of 127.0.0.1. */
export function httpServer(answer: RequestListener): Promise<Listening> {
  return listening(createServer(answer));
}
