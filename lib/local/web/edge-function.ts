import { createContext, Script } from 'node:vm';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';

/** The request of a CloudFront function's event. */
export interface EdgeRequest {
  method: string;
  /** The path as sent. */
  uri: string;
  query: [string, string][];
  headers: [string, string][];
  sourceIp: string;
}

export type EdgeOutcome =
  | { kind: 'request'; uri: string }
  | { kind: 'response'; status: number; headers: [string, string[]][]; body: Buffer };

/** Stops an endless loop. CloudFront's own limit is below one millisecond. */
const MAX_RUN_MS = 5000;
const CALL = new Script('(async (event) => JSON.stringify(await handler(JSON.parse(event))))(__event)');

/** Runs the code of an `AWS::CloudFront::Function` for viewer requests, without imports and timers. */
export class EdgeFunction {
  readonly #context: ReturnType<typeof createContext>;

  constructor(resource: Resource) {
    const code = String(resource.properties.FunctionCode);
    this.#context = createContext(
      { console: { log: () => undefined } },
      { codeGeneration: { strings: false, wasm: false } },
    );
    try {
      new Script(code).runInContext(this.#context, { timeout: MAX_RUN_MS });
      if (!new Script('typeof handler === "function"').runInContext(this.#context)) throw new Error('no handler');
    } catch (error) {
      throw new UnsupportedError(resource, 'property FunctionCode', `it does not run: ${String(error)}`);
    }
  }

  /** Rejects when the function throws or returns what CloudFront refuses. */
  async onRequest(request: EdgeRequest): Promise<EdgeOutcome> {
    this.#context.__event = JSON.stringify(eventOf(request));
    const answer = JSON.parse(String(await CALL.runInContext(this.#context, { timeout: MAX_RUN_MS }))) as unknown;
    if (!isObject(answer)) throw new Error('it returns neither a request nor a response');
    if (answer.statusCode !== undefined) return responseOf(answer);
    if (typeof answer.uri !== 'string' || !answer.uri.startsWith('/')) throw new Error('it returns no uri');
    return { kind: 'request', uri: answer.uri };
  }
}

function eventOf({ method, uri, query, headers, sourceIp }: EdgeRequest): object {
  const byLowerName = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const sentCookies = byLowerName.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(/; */));
  const others = byLowerName.filter(([name]) => name !== 'cookie');
  const cookies = sentCookies.map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
  return {
    version: '1.0',
    context: { eventType: 'viewer-request' },
    viewer: { ip: sourceIp },
    request: { method, uri, querystring: valuesOf(query), headers: valuesOf(others), cookies: valuesOf(cookies) },
  };
}

function valuesOf(pairs: [string, string][]): object {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(
    [...values].map(([name, all]) => [
      name,
      { value: all.at(-1), ...(all.length > 1 ? { multiValue: all.map((value) => ({ value })) } : {}) },
    ]),
  );
}

function responseOf(answer: JsonObject): EdgeOutcome {
  const headers = objectOf(answer.headers);
  const body = isObject(answer.body) ? answer.body : { encoding: 'text', data: answer.body ?? '' };
  return {
    kind: 'response',
    status: Number(answer.statusCode),
    headers: Object.entries(headers).map(([name, header]) => [name, [isObject(header) ? String(header.value) : '']]),
    body: Buffer.from(String(body.data), body.encoding === 'base64' ? 'base64' : 'utf8'),
  };
}
