import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Bank } from './bank.ts';

/** Serves a bank over HTTP. An unanswered call drops the connection. */
export async function serveBank(bank: Bank): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    const method = request.method === 'POST' ? 'POST' : 'GET';
    const body = await text(request).catch(() => '');
    const outcome = await bank.call({ method, url, headers: {}, body, timeoutMs: 0 });
    if (outcome.kind !== 'answered') return void response.destroy();
    response.writeHead(outcome.status, { 'Content-Type': 'application/json' }).end(outcome.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
