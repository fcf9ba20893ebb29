import type { ApiClient } from './api-client.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import { type Load, load } from './load.ts';
import { type Figure, grouped, type Section } from './report.ts';

const CONCURRENCIES = [1, 16];

// Never answers, so that no payment settles and no webhook goes out in the middle of a measurement.
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
        const target = { baseUrl: service.baseUrl, apiKey: apiKey ?? service.merchant.apiKey };
        figures.push(figure(name, concurrency, await load({ target, ask, status, concurrency, durationMs })));
      }
    }
    return {
      title: 'Load on the local host',
      columns: ['callers', 'requests', 'requests/s', 'p50 ms', 'p99 ms', 'other answers'],
      figures,
      notes: [
        "The host, the functions' worker threads (20 at most for each), the engines, the simulated bank and the load generator",
        'share the cores of this machine: this says how the parts compare, not what AWS would do. Each caller asks again as',
        'soon as it is answered and changes its loopback address every 28 requests. mbway and multibanco include the two',
        'calls to the simulated bank, which are functions on the same host.',
        ...service.complaints.slice(0, 5).map((line) => `complaint: ${line.slice(0, 200)}`),
      ],
    };
  } finally {
    await service.stop();
  }
}

interface EndpointLoad {
  name: string;
  ask(client: ApiClient): ReturnType<ApiClient['get']> | undefined;
  status: number;
  apiKey?: string;
}

/** In this order: what init creates is what the others ask for, mbway and multibanco each transaction once. */
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

/** So many environments of each function as the loads use, started before any of them is measured. */
async function warmUp({ baseUrl, merchant }: BenchService, asks: EndpointLoad[], durationMs: number): Promise<void> {
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
