import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attributes } from '../../functions/runtime/attributes.ts';
import { itemSize } from '../support/item-size.ts';

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

/** The function's name is the application id in the user agent (`assemblies.ts`). */
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

/** One call of a function to DynamoDB or SQS, and what it cost. */
export interface MeteredCall {
  functionName: string;
  operation: string;
  /** Table or queue name. */
  target: string;
  status: number;
  writeUnits: number;
  readUnits: number;
  /** 1 for a SendMessage or SendMessageBatch, whatever it carries. */
  queueSends: number;
  /** Where the units were spent: `table`, or an index's name. */
  places: { place: string; writeUnits: number; readUnits: number }[];
  /** `refused` for a conditional write whose condition failed, `read strongly` for a consistent read. */
  remark: string;
}

type Seen = Pick<MeteredCall, 'functionName' | 'operation' | 'status'>;

interface Units {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

interface Consumed extends Units {
  Table?: Units;
  LocalSecondaryIndexes?: Record<string, Units>;
  GlobalSecondaryIndexes?: Record<string, Units>;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);
const SENDS = new Set(['SendMessage', 'SendMessageBatch']);

/** The request with the question what it costs, table and indexes apart. */
function withCapacity(operation: string, text: string): string {
  if (!READS.has(operation) && !WRITES.has(operation)) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), ReturnConsumedCapacity: 'INDEXES' });
}

function queueCall(seen: Seen, body: string): MeteredCall {
  const { QueueUrl = '' } = JSON.parse(body || '{}') as { QueueUrl?: string };
  const target = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
  const queueSends = SENDS.has(seen.operation) ? 1 : 0;
  return { ...seen, target, writeUnits: 0, readUnits: 0, queueSends, places: [], remark: '' };
}

function dynamoCall(seen: Seen, body: string, answer: string): MeteredCall {
  const request = JSON.parse(body || '{}') as { TableName?: string; ConsistentRead?: boolean };
  const said = parsed(answer);
  const refused = String(said.__type ?? '').includes('ConditionalCheckFailed');
  const isWrite = WRITES.has(seen.operation);
  const places = refused
    ? refusedWrite(said.Item)
    : [said.ConsumedCapacity ?? []].flat().flatMap((each) => placesOf(each, isWrite));
  const strongly = request.ConsistentRead ? 'read strongly' : '';
  return {
    ...seen,
    target: request.TableName ?? '(several)',
    writeUnits: total(places.map(({ writeUnits }) => writeUnits)),
    readUnits: total(places.map(({ readUnits }) => readUnits)),
    queueSends: 0,
    places,
    remark: refused ? 'refused' : strongly,
  };
}

function parsed(answer: string): { __type?: string; Item?: Attributes; ConsumedCapacity?: Consumed | Consumed[] } {
  try {
    return JSON.parse(answer) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}

/** A refused conditional write is charged for the item it was tested on, at least one unit; no answer says so. */
function refusedWrite(item: Attributes | undefined): MeteredCall['places'] {
  return [{ place: 'table', writeUnits: Math.max(1, Math.ceil(itemSize(item ?? {}) / 1024)), readUnits: 0 }];
}

function placesOf(
  { Table, GlobalSecondaryIndexes = {}, LocalSecondaryIndexes = {}, CapacityUnits }: Consumed,
  isWrite: boolean,
): MeteredCall['places'] {
  const units = [
    ['table', Table ?? { CapacityUnits: CapacityUnits ?? 0 }] as const,
    ...Object.entries({ ...GlobalSecondaryIndexes, ...LocalSecondaryIndexes }),
  ];
  return units.map(([place, { CapacityUnits: count = 0 }]) => ({
    place,
    writeUnits: isWrite ? count : 0,
    readUnits: isWrite ? 0 : count,
  }));
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
