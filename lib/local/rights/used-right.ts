import { isObject, type Json, type JsonObject } from '../json.ts';
import { arnOf } from '../template/names.ts';

/** A right that AWS would ask for, as IAM names it. */
export interface Right {
  /** `dynamodb:PutItem` */
  action: string;
  resource: string;
  /** Values of the partition key, where the call names items. */
  leadingKeys?: string[];
}

/** What the names in a call refer to. */
export interface Names {
  /** The partition key of a table. */
  partitionKey(table: string): string | undefined;
  /** The name of a secret, by its name or ARN. */
  secret(id: string): string;
}

const SERVICES: Record<string, string> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  secretsmanager: 'secretsmanager',
};

/** The suffix that AWS gives to a secret's ARN, and the label of a stream: another one in each data folder. */
const SECRET_SUFFIX = 'xxxxxx';
const STREAM_LABEL = 'latest';

/** The rights that a call needs. `target` is its header `x-amz-target`: `DynamoDB_20120810.PutItem`. */
export function rightsOf(target: string, body: JsonObject, names: Names): Right[] {
  const [prefix = '', operation = ''] = target.split('.');
  const service = SERVICES[prefix];
  if (!service) throw new Error(`The target ${target} is of no known service`);
  switch (service) {
    case 'sqs':
      // A batch needs the right of its parts.
      return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource: queueArn(body) }];
    case 'secretsmanager':
      return [{ action: `secretsmanager:${operation}`, resource: secretArn(names.secret(String(body.SecretId))) }];
    default:
      return tableRights(operation, body, names);
  }
}

export function secretArn(name: string): string {
  return arnOf('secretsmanager', `secret:${name}-${SECRET_SUFFIX}`);
}

export function streamArn(table: string): string {
  return arnOf('dynamodb', `table/${table}/stream/${STREAM_LABEL}`);
}

function queueArn({ QueueUrl: url, QueueName: name }: JsonObject): string {
  return arnOf('sqs', String(name ?? String(url).split('/').pop()));
}

function tableRights(operation: string, body: JsonObject, names: Names): Right[] {
  const action = `dynamodb:${operation}`;
  if (Array.isArray(body.TransactItems)) {
    // A transaction needs the rights of its parts.
    return body.TransactItems.flatMap((parts) =>
      Object.entries(parts as JsonObject).map(([kind, part]) =>
        itemRight(`dynamodb:${kind}Item`, String((part as JsonObject).TableName), [part as JsonObject], names),
      ),
    );
  }
  if (isObject(body.RequestItems)) {
    return Object.entries(body.RequestItems).map(([table, request]) =>
      itemRight(action, table, itemsOf(request), names),
    );
  }
  if (typeof body.StreamArn === 'string') {
    return [{ action, resource: streamArn(String(/table\/([^/]+)/.exec(body.StreamArn)?.[1])) }];
  }
  const { TableName: table, IndexName: index } = body;
  if (table === undefined) return [{ action, resource: '*' }];
  if (index !== undefined) return [{ action, resource: arnOf('dynamodb', `table/${table}/index/${index}`) }];
  return [itemRight(action, String(table), [body], names)];
}

/** The parts of a batch: `{ Keys: […] }` of a read, `[{ PutRequest }, { DeleteRequest }]` of a write. */
function itemsOf(request: Json): JsonObject[] {
  if (Array.isArray(request)) return request.flatMap((each) => Object.values(each as JsonObject) as JsonObject[]);
  return ((request as JsonObject).Keys as JsonObject[]).map((Key) => ({ Key }));
}

function itemRight(action: string, table: string, parts: readonly JsonObject[], names: Names): Right {
  const resource = arnOf('dynamodb', `table/${table}`);
  const partitionKey = names.partitionKey(table) ?? '';
  const keys = parts.flatMap(({ Key, Item }) => {
    const value = ((Key ?? Item) as JsonObject | undefined)?.[partitionKey];
    return isObject(value) ? [String(value.S ?? value.N ?? value.B)] : [];
  });
  return keys.length === 0 ? { action, resource } : { action, resource, leadingKeys: [...new Set(keys)].sort() };
}
