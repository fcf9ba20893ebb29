import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClockControl } from '../clock/clock-control.ts';
import type { LocalIssuer } from '../issuer/local-issuer.ts';
import { ISSUER_PATH } from '../issuer/routes.ts';
import type { Log } from '../log.ts';
import type { Site, SiteAnswer } from '../web/site.ts';
import type { Gateway } from './gateway.ts';
import type { ApiAnswer } from './proxy-answer.ts';
import { parseRequest, readBody } from './request.ts';

const CONTROL = 'control';
const ISSUER = ISSUER_PATH.slice(1);

/** The parts that answer requests, by the first part of the path. */
export interface Answerers {
  /** By stage of an API. */
  gateways: ReadonlyMap<string, Gateway>;
  /** `/control/clock`, an endpoint of the host itself. */
  clockControl: ClockControl;
  /** `/local-issuer/…`, where the assembly has a user pool. */
  issuer?: LocalIssuer;
  /** All other paths, and the stages behind the distribution, where the assembly has one. */
  site?: Site;
}

/** The HTTP server of the host. The first part of a path selects what answers. */
export class ApiServer {
  readonly #server: Server;
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();
  #answerers: Answerers | undefined;

  constructor(log: Log) {
    this.#log = log;
    this.#server = createServer((message, response) => {
      const work = this.#serve(message, response);
      this.#running.add(work);
      void work.finally(() => this.#running.delete(work));
    });
  }

  /** Listens on the port; answers 503 until `open`. By default other machines cannot reach the host. */
  async listen(port: number, address: '127.0.0.1' | '0.0.0.0' = '127.0.0.1'): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, address, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  open(answerers: Answerers): void {
    const reserved = [CONTROL, ...(answerers.issuer ? [ISSUER] : [])].find((own) => answerers.gateways.has(own));
    if (reserved) throw new Error(`An API has the stage ${reserved}, a path of the host itself`);
    this.#answerers = answerers;
  }

  /** Accepts no more requests, and waits for those in progress until `deadline`. */
  async stop(deadline: Promise<void>): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    await Promise.race([Promise.allSettled([...this.#running]), deadline]);
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const parsed = parseRequest(message, requestId);
    const issuer = parsed.stage === ISSUER ? this.#answerers?.issuer : undefined;
    let isPage = issuer !== undefined;
    let functionName: string | undefined;
    try {
      if (issuer) await issuer.serve(message, response);
      else {
        const answer = await this.#answer(message, parsed);
        ({ functionName } = answer);
        isPage = answer.isPage === true;
        if (!response.destroyed) write(response, answer, requestId, message.method === 'HEAD');
      }
    } catch (error) {
      this.#log({ kind: 'host', level: 'error', text: `request failed in the host: ${String(error)}` });
      if (!response.headersSent) write(response, plain(500, 'Internal server error'), requestId, false);
      else response.destroy();
    }
    this.#log({
      kind: isPage ? 'page' : 'call',
      method: parsed.method,
      path: parsed.target,
      status: response.statusCode,
      durationMs: performance.now() - startedAt,
      sourceIp: parsed.sourceIp,
      requestId,
      ...(functionName ? { functionName } : {}),
    });
  }

  async #answer(message: IncomingMessage, parsed: ReturnType<typeof parseRequest>): Promise<SiteAnswer> {
    const body = await readBody(message);
    if (!this.#answerers) return plain(503, 'The local host is starting');
    const { gateways, clockControl, site } = this.#answerers;
    if (parsed.stage === CONTROL) return clockControl.answer({ ...parsed, body });
    const gateway = site?.covers(parsed.stage) ? undefined : gateways.get(parsed.stage);
    if (!gateway && site) return site.answer({ ...parsed, body });
    // AWS's response for a stage that does not exist.
    if (!gateway) return plain(403, 'Forbidden');
    if (body === 'too-large') return gateway.refuse(parsed, { type: 'REQUEST_TOO_LARGE' });
    return gateway.answer({ ...parsed, body });
  }
}

function plain(status: number, message: string): ApiAnswer {
  return { status, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify({ message })) };
}

function write(response: ServerResponse, answer: ApiAnswer, requestId: string, isHead: boolean): void {
  response.statusCode = answer.status;
  response.setHeader('x-amzn-RequestId', requestId);
  for (const [name, value] of answer.headers) {
    try {
      response.setHeader(name, value);
    } catch {
      // HTTP does not allow this name or value: the header is omitted.
    }
  }
  response.setHeader('Content-Length', answer.body.length);
  response.end(isHead ? undefined : answer.body);
}
