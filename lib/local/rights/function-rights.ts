import type { SecretsEngine } from '../engines/secrets.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { accessKeyOf } from './access-key.ts';
import { headerOf, startRelay } from './relay.ts';
import { type Right, rightsOf } from './used-right.ts';

/** A right that a function used. */
export interface UsedRight extends Right {
  functionName: string;
}

export type OnRight = (used: UsedRight) => void;

interface Engines {
  endpoints: { dynamodb: string; sqs: string; secretsManager: string };
  secrets: Pick<SecretsEngine, 'store'>;
}

/** Relays in front of the engines, which report the right that each call of a function needs on AWS. */
export async function startRelays({ endpoints, secrets }: Engines, onRight: OnRight) {
  const functions = new Map<string, string>();
  const partitionKeys = new Map<string, string>();
  /** `GetRecords` names its stream by an iterator only. */
  const streams = new Map<string, string>();
  const names = {
    partitionKey: (table: string) => partitionKeys.get(table),
    secret: (id: string) => secrets.store.find(id)?.name ?? id,
  };
  const report = (head: string, body: string) => {
    const accessKey = /Credential=([^/]+)\//.exec(head)?.[1] ?? '';
    const functionName = functions.get(accessKey);
    if (functionName === undefined) return;
    const target = headerOf(head, 'x-amz-target') ?? '';
    for (const right of rightsOf(target, JSON.parse(body || '{}') as JsonObject, names)) {
      if (target.endsWith('.GetShardIterator')) streams.set(functionName, right.resource);
      const resource = target.endsWith('.GetRecords') ? streams.get(functionName) : undefined;
      onRight({ functionName, ...right, ...(resource && { resource }) });
    }
  };
  const open = (endpoint: string) => startRelay(endpoint, report);
  const { dynamodb, sqs, secretsManager } = endpoints;
  const [tables, queues, values] = await Promise.all([open(dynamodb), open(sqs), open(secretsManager)]);
  return {
    endpoints: { dynamodb: tables.endpoint, sqs: queues.endpoint, secretsManager: values.endpoint },
    /** Reports calls of these functions from now on. */
    know: (resources: readonly Resource[]): void => {
      for (const { type, physicalId, properties } of resources) {
        if (type === 'AWS::Lambda::Function') functions.set(accessKeyOf(physicalId), physicalId);
        const schema = Array.isArray(properties.KeySchema) ? properties.KeySchema : [];
        const hash = schema.find((key) => isObject(key) && key.KeyType === 'HASH');
        if (isObject(hash)) partitionKeys.set(physicalId, String(hash.AttributeName));
      }
    },
    stop: async (): Promise<void> => {
      await Promise.all([tables, queues, values].map((relay) => relay.stop()));
    },
  };
}
