import { Agent, createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Attributes } from '../../functions/runtime/attributes.ts';
import { itemSize } from '../support/measures/item-size.ts';
import { forward } from '../support/network/forward.ts';
import { listening } from '../support/network/listening.ts';

export interface MeteringProxy {
  /** Endpoint for DynamoDB and SQS. The target header of a request selects the service. */
  endpoint: string;
  /** Sets the engines. Earlier requests wait for this. */
  connectTo(engines: { dynamodb: string; sqs: string }): void;
  /** All calls, in order of their answers. */
  readonly calls: readonly MeteredCall[];
  close(): Promise<void>;
}

/**
 * A proxy between the functions and the engines that meters every call. The functions do not request the consumed
 * capacity, so the proxy adds `ReturnConsumedCapacity: INDEXES` to each request.
 */
export async function startMeteringProxy(): Promise<MeteringProxy> {
  const calls: MeteredCall[] = [];
  const agent = new Agent({ keepAlive: true });
  let connectTo: MeteringProxy['connectTo'] = () => undefined;
  const engines = new Promise<{ dynamodb: string; sqs: string }>((resolve) => {
    connectTo = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const { dynamodb, sqs } = await engines;
      const sent = await text(incoming);
      const [service = '', operation = ''] = String(incoming.headers['x-amz-target']).split('.');
      const isQueue = service === 'AmazonSQS';
      const body = isQueue ? withEngineQueue(sent, sqs) : withCapacity(operation, sent);
      const { status, headers, bytes } = await forward(incoming, body, isQueue ? sqs : dynamodb, agent);
      const seen = { functionName: functionNameOf(incoming), operation, status };
      calls.push(isQueue ? queueCall(seen, body) : dynamoCall(seen, body, bytes.toString()));
      outgoing.writeHead(status, headers).end(bytes);
    };
    pass().catch(() => outgoing.destroy());
  });
  const { origin, stop } = await listening(server);
  return {
    endpoint: origin,
    connectTo,
    calls,
    close: () => {
      agent.destroy();
      return stop();
    },
  };
}

/** The function's name is the application id in the user agent (`assemblies.ts`). */
function functionNameOf({ headers }: IncomingMessage): string {
  const agents = `${headers['user-agent'] ?? ''} ${headers['x-amz-user-agent'] ?? ''}`;
  return /\bapp\/(\S+)/.exec(agents)?.[1] ?? '(unnamed)';
}

/** Queue URLs name the proxy. The engine knows its queues by its own address. */
function withEngineQueue(text: string, engine: string): string {
  const body = JSON.parse(text) as { QueueUrl?: string };
  if (!body.QueueUrl) return text;
  return JSON.stringify({ ...body, QueueUrl: new URL(new URL(body.QueueUrl).pathname, engine).href });
}

/** One call of a function to DynamoDB or SQS, and its cost. */
export interface MeteredCall {
  functionName: string;
  operation: string;
  /** Table or queue name. */
  target: string;
  status: number;
  writeUnits: number;
  readUnits: number;
  /** 1 for a SendMessage or SendMessageBatch of any size. */
  queueSends: number;
  /** The units by source: `table`, or the name of an index. */
  units: { source: string; writeUnits: number; readUnits: number }[];
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

/** The request with `ReturnConsumedCapacity`, by table and indexes. */
function withCapacity(operation: string, text: string): string {
  if (!READS.has(operation) && !WRITES.has(operation)) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), ReturnConsumedCapacity: 'INDEXES' });
}

function queueCall(seen: Seen, body: string): MeteredCall {
  const { QueueUrl = '' } = JSON.parse(body || '{}') as { QueueUrl?: string };
  const target = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
  const queueSends = SENDS.has(seen.operation) ? 1 : 0;
  return { ...seen, target, writeUnits: 0, readUnits: 0, queueSends, units: [], remark: '' };
}

function dynamoCall(seen: Seen, body: string, answer: string): MeteredCall {
  const request = JSON.parse(body || '{}') as { TableName?: string; ConsistentRead?: boolean };
  const result = parsed(answer);
  const refused = String(result.__type ?? '').includes('ConditionalCheckFailed');
  const isWrite = WRITES.has(seen.operation);
  const units = refused
    ? refusedWrite(result.Item)
    : [result.ConsumedCapacity ?? []].flat().flatMap((each) => unitsOf(each, isWrite));
  const strongly = request.ConsistentRead ? 'read strongly' : '';
  return {
    ...seen,
    target: request.TableName ?? '(several)',
    writeUnits: total(units.map(({ writeUnits }) => writeUnits)),
    readUnits: total(units.map(({ readUnits }) => readUnits)),
    queueSends: 0,
    units,
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

/** A refused conditional write is charged for the checked item, at least one unit. The answer does not report it. */
function refusedWrite(item: Attributes | undefined): MeteredCall['units'] {
  return [{ source: 'table', writeUnits: Math.max(1, Math.ceil(itemSize(item ?? {}) / 1024)), readUnits: 0 }];
}

function unitsOf(
  { Table, GlobalSecondaryIndexes = {}, LocalSecondaryIndexes = {}, CapacityUnits }: Consumed,
  isWrite: boolean,
): MeteredCall['units'] {
  const units = [
    ['table', Table ?? { CapacityUnits: CapacityUnits ?? 0 }] as const,
    ...Object.entries({ ...GlobalSecondaryIndexes, ...LocalSecondaryIndexes }),
  ];
  return units.map(([source, { CapacityUnits: count = 0 }]) => ({
    source,
    writeUnits: isWrite ? count : 0,
    readUnits: isWrite ? 0 : count,
  }));
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
