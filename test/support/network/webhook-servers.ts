import { mkdtempSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { type Listening, listening } from './listening.ts';

/** Certificates for localhost, created for each test file. */
export const authority = await createDemoAuthority(mkdtempSync(join(tmpdir(), 'webhook-certificates-')));

/** An HTTPS server on 127.0.0.1 with the demo certificate. */
export function httpsServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listening> {
  return listening(createHttpsServer(authority.certificate, answer));
}

/** A TLS server with raw answers by `talk`, for answers that no HTTP library sends. */
export function tlsServer(talk: (socket: TLSSocket) => void): Promise<Listening> {
  return listening(
    createTlsServer(authority.certificate, (socket) => {
      socket.on('error', () => undefined);
      talk(socket);
    }),
  );
}
