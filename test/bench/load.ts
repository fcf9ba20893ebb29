import { type ApiClient, apiClient } from './api-client.ts';
import { percentile } from './statistics.ts';

/** One request of a kind; answers its status. `undefined` when there is nothing left to ask. */
export type Ask = (client: ApiClient) => Promise<{ status: number; durationMs: number }> | undefined;

export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  /** Answers of another status than the one wanted, by status. */
  unwanted: Map<number, number>;
}

export interface LoadOptions {
  target: { baseUrl: string; apiKey: string };
  ask: Ask;
  status: number;
  concurrency: number;
  durationMs: number;
}

// Thirty a minute are admitted from one address.
const REQUESTS_AN_ADDRESS = 28;

/** A closed loop: so many callers, each asking again as soon as it is answered, changing its address in good time. */
export async function load({ target, ask, status, concurrency, durationMs }: LoadOptions): Promise<Load> {
  const durations: number[] = [];
  const unwanted = new Map<number, number>();
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;
  const caller = async () => {
    let client = apiClient(target.baseUrl, target.apiKey);
    for (let asked = 1; performance.now() < endsAt; asked += 1) {
      if (asked % REQUESTS_AN_ADDRESS === 0) {
        client.close();
        client = apiClient(target.baseUrl, target.apiKey);
      }
      const answering = ask(client);
      if (!answering) break;
      const answer = await answering;
      durations.push(answer.durationMs);
      if (answer.status !== status) unwanted.set(answer.status, (unwanted.get(answer.status) ?? 0) + 1);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return {
    requestsPerSecond: durations.length / ((performance.now() - startedAt) / 1000),
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
    requests: durations.length,
    unwanted,
  };
}
