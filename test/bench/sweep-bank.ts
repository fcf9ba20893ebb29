import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREDENTIALS } from '../support/scripted-sibs.ts';

export interface SweepBank {
  endpoint: string;
  baseUrl: string;
  /** Questions answered so far, and how many were open at once at the most. */
  counts: { asked: number; atOnce: number };
  close(): Promise<void>;
}

const ENDED = JSON.stringify({
  paymentStatus: 'Timeout',
  paymentMethod: 'MBWAY',
  returnStatus: { statusCode: '000', statusMsg: 'Success' },
});

/** A bank that says of every payment, so long after it was asked, that its window has passed; and the secret of its account. */
export async function startSweepBank(answersAfterMs: number): Promise<SweepBank> {
  const counts = { asked: 0, atOnce: 0 };
  let open = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.headers['x-amz-target'] !== undefined) {
        response.end(JSON.stringify({ SecretString: JSON.stringify(CREDENTIALS) }));
        return;
      }
      open += 1;
      counts.atOnce = Math.max(counts.atOnce, open);
      setTimeout(() => {
        open -= 1;
        counts.asked += 1;
        response.end(ENDED);
      }, answersAfterMs);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    baseUrl: `${endpoint}/sibs/spg/v2`,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
