import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One webhook's arrival: times in milliseconds since the epoch, by this machine's clock. */
export interface Arrival {
  transactionId: string;
  /** When its first bytes were there, before the body was read. */
  arrivedAt: number;
  /** The settlement's time, as the payload says it (decision D21). */
  settledAt: number;
}

export interface BenchReceiver {
  url: string;
  readonly arrivals: readonly Arrival[];
  /** Resolves when there are so many; rejects after `limitMs`. */
  count(wanted: number, limitMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** A receiver that answers 200 at once and notes the time of each arrival; it verifies nothing, so that it costs little. */
export async function startBenchReceiver(certificate: { cert: string; key: string }): Promise<BenchReceiver> {
  const arrivals: Arrival[] = [];
  let arrived: () => void = () => undefined;
  const server = createServer(certificate, (request, response) => {
    const arrivedAt = Date.now();
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.once('end', () => {
      response.end('ok');
      const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: { id: string } };
      arrivals.push({ transactionId: data.id, arrivedAt, settledAt: Date.parse(timestamp) });
      arrived();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/webhook`,
    arrivals,
    count: (wanted, limitMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${arrivals.length} of ${wanted} webhooks came`)), limitMs);
        arrived = () => {
          if (arrivals.length < wanted) return;
          clearTimeout(timer);
          resolve();
        };
        arrived();
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
