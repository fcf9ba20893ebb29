import { type ApiClient, apiClient } from './api-client.ts';
import { type Figure, grouped, percentile, type Section } from './report.ts';
import { type BenchService, startBenchService } from './service.ts';

const CONCURRENCIES = [1, 16];

// This customer never answers, so that no payment settles and no webhook goes out during a measurement.
const SILENT_PHONE = '910000002';

/** Requests per second and latency of each endpoint on the local host. */
export async function loadSection({ quick }: { quick: boolean }): Promise<Section> {
  const service = await startBenchService();
  try {
    const figures: Figure[] = [];
    const durationMs = quick ? 1_000 : 4_000;
    const asks = endpoints();
    await warmUp(service, asks, quick ? 1_000 : 4_000);
    for (const { name, ask, status, apiKey } of asks) {
      for (const concurrency of CONCURRENCIES) {
        const target = { baseUrl: service.baseUrl, apiKey: apiKey ?? service.merchants[0].apiKey };
        figures.push(figure(name, concurrency, await load({ target, ask, status, concurrency, durationMs })));
      }
    }
    return {
      title: 'Load on the local host',
      columns: ['callers', 'requests', 'requests/s', 'p50 ms', 'p99 ms', 'other answers'],
      figures,
      notes: [
        "The host, the functions' worker threads (at most 20 for each), the engines, the simulated bank and the load",
        'generator share the cores of this machine. The figures compare the parts; they do not predict AWS. Each',
        'caller sends the next request when it is answered and changes its loopback address every 28 requests. mbway',
        'and multibanco include two calls to the simulated bank, which are functions on the same host.',
        ...service.complaints.slice(0, 5).map((line) => `complaint: ${line.slice(0, 200)}`),
      ],
    };
  } finally {
    await service.stop();
  }
}

/** Sends one request. `undefined` when nothing is left to send. */
type Ask = (client: ApiClient) => Promise<{ status: number; durationMs: number }> | undefined;

interface EndpointLoad {
  name: string;
  ask: Ask;
  status: number;
  apiKey?: string;
}

/** In this order: the others use the transactions that init creates, mbway and multibanco each of them once. */
function endpoints(): EndpointLoad[] {
  const created: string[] = [];
  let asked = 0;
  return [
    {
      name: 'POST init',
      status: 200,
      ask: async (client) => {
        const answer = await client.post('/payments/init', { orderId: 'ORDER-1', amount: 10.5 });
        created.push(String(answer.body.transactionId));
        return answer;
      },
    },
    {
      name: 'GET status',
      status: 200,
      ask: (client) => {
        asked += 1;
        return client.get(`/payments/status?transactionId=${created[asked % created.length]}`);
      },
    },
    { name: 'GET unknown path', status: 404, ask: (client) => client.get('/nothing/here') },
    { name: 'GET status, wrong key', status: 401, apiKey: 'sk_wrong', ask: (client) => client.get('/payments/status') },
    ...(['mbway', 'multibanco'] as const).map(
      (method): EndpointLoad => ({
        name: `POST ${method}`,
        status: 200,
        ask: (client) => {
          const transactionId = created.pop();
          return transactionId === undefined
            ? undefined
            : client.post(`/payments/${method}`, {
                transactionId,
                ...(method === 'mbway' && { phoneNumber: SILENT_PHONE }),
              });
        },
      }),
    ),
  ];
}

/** Starts as many environments of each function as the loads use. */
async function warmUp(
  { baseUrl, merchants: [merchant] }: BenchService,
  asks: EndpointLoad[],
  durationMs: number,
): Promise<void> {
  const concurrency = Math.max(...CONCURRENCIES);
  for (const { ask, status, apiKey = merchant.apiKey } of asks)
    await load({ target: { baseUrl, apiKey }, ask, status, concurrency, durationMs });
}

function figure(
  name: string,
  concurrency: number,
  { requests, requestsPerSecond, p50Ms, p99Ms, unwanted }: Load,
): Figure {
  const others = [...unwanted].map(([status, count]) => `${count} × ${status}`).join(', ') || '–';
  return {
    name,
    values: [
      String(concurrency),
      grouped(requests),
      grouped(requestsPerSecond),
      grouped(p50Ms, 1),
      grouped(p99Ms, 1),
      others,
    ],
  };
}

interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  /** Number of answers with an unexpected status, by status. */
  unwanted: Map<number, number>;
}

interface LoadOptions {
  target: { baseUrl: string; apiKey: string };
  ask: Ask;
  status: number;
  concurrency: number;
  durationMs: number;
}

// Below the limit of thirty a minute from one address.
const REQUESTS_AN_ADDRESS = 28;

/** A closed loop of callers. Each sends the next request when it is answered. */
async function load({ target, ask, status, concurrency, durationMs }: LoadOptions): Promise<Load> {
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
