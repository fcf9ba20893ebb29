import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MeteredCall } from './metered-call.ts';
import { dynamoCall, queueCall, withCapacity } from './metered-call.ts';

export interface MeteringProxy {
  /** Stands before DynamoDB and SQS; which of the two is meant is told by each request's target. */
  endpoint: string;
  /** Tells the proxy where the engines are; requests before that wait. */
  leadTo(engines: { dynamodb: string; sqs: string }): void;
  /** What has passed since the start, in order of the answers. */
  readonly calls: readonly MeteredCall[];
  close(): Promise<void>;
}

/**
 * Stands between the functions and the engines and keeps account of every call. The functions do not ask what a call
 * cost, so the question (`ReturnConsumedCapacity: INDEXES`) is added to each request on its way.
 */
export async function startMeteringProxy(): Promise<MeteringProxy> {
  const calls: MeteredCall[] = [];
  const agent = new Agent({ keepAlive: true });
  let leadTo: MeteringProxy['leadTo'] = () => undefined;
  const engines = new Promise<{ dynamodb: string; sqs: string }>((resolve) => {
    leadTo = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const { dynamodb, sqs } = await engines;
      const sent = await textOf(incoming);
      const [service = '', operation = ''] = String(incoming.headers['x-amz-target']).split('.');
      const isQueue = service === 'AmazonSQS';
      const body = isQueue ? withEngineQueue(sent, sqs) : withCapacity(operation, sent);
      const answer = await forward(isQueue ? sqs : dynamodb, incoming, body, agent);
      const seen = { functionName: functionNameOf(incoming), operation, status: answer.status };
      calls.push(isQueue ? queueCall(seen, body) : dynamoCall(seen, body, answer.text));
      outgoing.writeHead(answer.status, answer.headers).end(answer.text);
    };
    pass().catch(() => outgoing.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo,
    calls,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** The function's name is the application id in the user agent (`metered-assembly.ts`). */
function functionNameOf({ headers }: IncomingMessage): string {
  const agents = `${headers['user-agent'] ?? ''} ${headers['x-amz-user-agent'] ?? ''}`;
  return /\bapp\/(\S+)/.exec(agents)?.[1] ?? '(unnamed)';
}

/** Queue URLs name the proxy; the engine knows its queues by its own address. */
function withEngineQueue(text: string, engine: string): string {
  const body = JSON.parse(text) as { QueueUrl?: string };
  if (!body.QueueUrl) return text;
  return JSON.stringify({ ...body, QueueUrl: new URL(new URL(body.QueueUrl).pathname, engine).href });
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

function forward(engine: string, incoming: IncomingMessage, body: string, agent: Agent): Promise<Answer> {
  const { 'content-length': _length, host: _host, connection: _connection, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const url = new URL(incoming.url ?? '/', engine);
    const request = httpRequest(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const { 'content-type': type = 'application/x-amz-json-1.0' } = response.headers;
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, headers: { 'content-type': type }, text }),
        reject,
      );
    });
    request.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
