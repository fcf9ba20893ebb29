import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';
import type { ClockControl } from '../clock-control.ts';
import type { Log } from '../log.ts';
import type { Gateway } from './gateway.ts';
import type { ApiAnswer } from './proxy-answer.ts';
import { parseRequest, readBody } from './request.ts';

const CONTROL = 'control';

/** The one address of all APIs, on 127.0.0.1; the first part of a path is the stage and names the API. */
export class ApiServer {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();
  #gateways: ReadonlyMap<string, Gateway> | undefined;
  #clockControl: ClockControl | undefined;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#server = createServer((message, response) => {
      const work = this.#serve(message, response);
      this.#running.add(work);
      void work.finally(() => this.#running.delete(work));
    });
  }

  /** Takes the port; requests are answered 503 until `open`. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  /** `clockControl` answers `/control/clock`, which is the host's own and no stage of an API. */
  open(gateways: ReadonlyMap<string, Gateway>, clockControl: ClockControl): void {
    if (gateways.has(CONTROL)) throw new Error(`An API has the stage ${CONTROL}, which is the host's own address`);
    this.#gateways = gateways;
    this.#clockControl = clockControl;
  }

  /** Takes no more requests, and waits for those under way until `deadline` has passed. */
  async stop(deadline: Promise<void>): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    await Promise.race([Promise.allSettled([...this.#running]), deadline]);
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const parsed = parseRequest(message, requestId, this.#clock.nowMs());
    const { functionName, ...answer } = await this.#answer(message, parsed).catch((error: unknown) => {
      this.#log({ kind: 'host', level: 'error', text: `A request failed inside the host: ${String(error)}` });
      return { ...plain(500, 'Internal server error'), functionName: undefined };
    });
    if (!response.destroyed) write(response, answer, requestId, message.method === 'HEAD');
    this.#log({
      kind: 'call',
      method: parsed.method,
      path: `/${parsed.stage}${parsed.path}`,
      status: answer.status,
      durationMs: performance.now() - startedAt,
      sourceIp: parsed.sourceIp,
      requestId,
      ...(functionName ? { functionName } : {}),
    });
  }

  async #answer(
    message: IncomingMessage,
    parsed: ReturnType<typeof parseRequest>,
  ): Promise<ApiAnswer & { functionName?: string }> {
    const body = await readBody(message);
    if (!this.#gateways) return plain(503, 'The local host is starting');
    if (parsed.stage === CONTROL && this.#clockControl) return this.#clockControl.answer({ ...parsed, body });
    const gateway = this.#gateways.get(parsed.stage);
    // AWS refuses a stage that does not exist with this status and text.
    if (!gateway) return plain(403, 'Forbidden');
    if (body === 'too-large') return gateway.refuse(parsed, { type: 'REQUEST_TOO_LARGE' });
    return gateway.answer({ ...parsed, body });
  }
}

function plain(status: number, message: string): ApiAnswer {
  return { status, headers: [['Content-Type', ['application/json']]], body: Buffer.from(JSON.stringify({ message })) };
}

function write(response: ServerResponse, answer: ApiAnswer, requestId: string, isHead: boolean): void {
  response.statusCode = answer.status;
  response.setHeader('x-amzn-RequestId', requestId);
  for (const [name, values] of answer.headers) {
    try {
      response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
    } catch {
      // A name or value that HTTP does not allow: left out, as a gateway would.
    }
  }
  response.setHeader('Content-Length', answer.body.length);
  response.end(isHead ? undefined : answer.body);
}
