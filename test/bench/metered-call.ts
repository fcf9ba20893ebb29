import type { Attributes } from '../../functions/runtime/attributes.ts';
import { itemSize } from '../support/item-size.ts';

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
export function withCapacity(operation: string, text: string): string {
  if (!READS.has(operation) && !WRITES.has(operation)) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), ReturnConsumedCapacity: 'INDEXES' });
}

export function queueCall(seen: Seen, body: string): MeteredCall {
  const { QueueUrl = '' } = JSON.parse(body || '{}') as { QueueUrl?: string };
  const target = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
  const queueSends = SENDS.has(seen.operation) ? 1 : 0;
  return { ...seen, target, writeUnits: 0, readUnits: 0, queueSends, places: [], remark: '' };
}

export function dynamoCall(seen: Seen, body: string, answer: string): MeteredCall {
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
