import * as z from 'zod/mini';

/** The HTTP response to the caller. */
export interface ApiAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

export type ProxyAnswer = ({ kind: 'ok' } & ApiAnswer) | { kind: 'malformed'; why: string };

/** `APIGatewayProxyResult` without what no function of ours answers: binary bodies, and several values of a header. */
const result = z.strictObject({
  statusCode: z.int().check(z.gte(100), z.lte(599)),
  headers: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  body: z.optional(z.string()),
});

/** Reads a function's response as strictly as API Gateway does. */
export function readProxyAnswer(payload: unknown): ProxyAnswer {
  const { data, error } = result.safeParse(payload);
  if (!data) {
    const { path, message } = error.issues[0] ?? { path: [], message: '' };
    return { kind: 'malformed', why: `${path.join('.')} ${message}` };
  }
  const { statusCode: status, headers: named = {}, body = '' } = data;
  const headers = Object.entries(named).map(([name, value]): [string, string] => [name, String(value)]);
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['Content-Type', 'application/json']);
  return { kind: 'ok', status, headers, body: Buffer.from(body) };
}
