import { createContext, Script } from 'node:vm';
import * as z from 'zod/mini';
import type { ApiAnswer } from '../api/proxy-answer.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';

export type EdgeOutcome = { kind: 'request'; uri: string } | ({ kind: 'response' } & ApiAnswer);

const answer = z.union([
  z.strictObject({ uri: z.string().check(z.startsWith('/')) }),
  z.strictObject({
    statusCode: z.int(),
    statusDescription: z.string(),
    headers: z.record(z.string(), z.strictObject({ value: z.string() })),
    body: z.optional(z.string()),
  }),
]);

/** Stops an endless loop. CloudFront's own limit is below one millisecond. */
const MAX_RUN_MS = 5000;
const CALL = new Script('JSON.stringify(handler(JSON.parse(__event)))');

/**
 * Runs the code of an `AWS::CloudFront::Function` for viewer requests, without imports and timers. Of the request it has
 * the path; a function that reads more fails.
 */
export class EdgeFunction {
  readonly #context: ReturnType<typeof createContext>;

  constructor(resource: Resource) {
    const code = String(resource.properties.FunctionCode);
    this.#context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
    try {
      new Script(code).runInContext(this.#context, { timeout: MAX_RUN_MS });
      if (!new Script('typeof handler === "function"').runInContext(this.#context)) throw new Error('no handler');
    } catch (error) {
      throw new UnsupportedError(resource, 'property FunctionCode', `it does not run: ${String(error)}`);
    }
  }

  /** Throws when the function throws or returns what is not supported. `uri`: the path as sent. */
  onRequest(uri: string): EdgeOutcome {
    this.#context.__event = JSON.stringify({ request: { uri } });
    const returned = answer.parse(JSON.parse(String(CALL.runInContext(this.#context, { timeout: MAX_RUN_MS }))));
    if ('uri' in returned) return { kind: 'request', uri: returned.uri };
    const { statusCode: status, headers, body = '' } = returned;
    return {
      kind: 'response',
      status,
      headers: Object.entries(headers).map(([name, { value }]) => [name, value]),
      body: Buffer.from(body),
    };
  }
}
