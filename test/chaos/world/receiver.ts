import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { authority } from '../../support/network/webhook-servers.ts';
import type { Hook } from './hook.ts';

/** The HTTPS server for all merchants of a world, with one path for each. */
export async function startReceiver(hooks: ReadonlyMap<string, Hook>) {
  const sockets = new Set<Duplex>();
  const server = createServer(authority.certificate, async (request, response) => {
    const hook = hooks.get(origin + request.url);
    const bytes = await buffer(request).catch(() => undefined);
    if (!hook || !bytes) return void response.writeHead(404).end();
    const reply = await hook.receive(request.headers, bytes);
    if (typeof reply === 'number') {
      // One error has a body, which the service stores.
      const words = reply === 503 ? 'later, please' : '';
      return void response.writeHead(reply, { 'Content-Length': words.length }).end(words);
    }
    if (reply === 'truncated') {
      // Ends within its status line, so that it cannot count as an answer.
      request.socket.write('HTTP/1.1 2', () => request.socket.destroy());
    }
    if (reply === 'reset') request.socket.destroy();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
