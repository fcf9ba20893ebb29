import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { listening } from '../../support/network/listening.ts';
import { authority } from '../../support/network/webhook-servers.ts';
import type { Hook } from './hook.ts';

/** The HTTPS server for all merchants of a world, with one path for each. */
export async function startReceiver(hooks: ReadonlyMap<string, Hook>) {
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
  const { origin, stop } = await listening(server);
  return { origin, stop };
}
