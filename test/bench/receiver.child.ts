import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/*
 * Receivers of webhooks in a separate process, under plain Node. `/ok/…` answers 200 immediately, `/fail/…` 500,
 * `/hang/…` never answers. Prints its port, then a line for each arrival. It verifies nothing and uses the cheapest key
 * exchange.
 */

const [certFile = '', keyFile = ''] = process.argv.slice(2);

const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile), ecdhCurve: 'X25519' };
const server = createServer(tls, (request, response) => {
  const arrivedAt = Date.now();
  const path = request.url ?? '';
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.once('end', () => {
    if (path.startsWith('/ok/')) response.end('ok');
    if (path.startsWith('/fail/')) response.writeHead(500).end('no');
    const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: { id: string } };
    const settledAt = Date.parse(timestamp);
    console.log(JSON.stringify({ transactionId: data.id, path, arrivedAt, settledAt }));
  });
  request.on('error', () => undefined);
});
server.keepAliveTimeout = 60_000;

process.once('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
