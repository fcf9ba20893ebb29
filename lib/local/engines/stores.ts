import { jsonClient } from '../json-client.ts';
import type { Resource } from '../template/stacks.ts';
import type { Engines } from './engines.ts';
import { ensureQueues } from './queues.ts';
import { ensureTable, isTable, type TableStream } from './tables.ts';

/** Creates the assembly's tables and queues in the engines, if missing. Adds the tables' streams to `streams`. */
export async function createStores(
  resources: readonly Resource[],
  engines: Engines,
  streams: Map<string, TableStream>,
): Promise<void> {
  const dynamo = jsonClient(engines.endpoints.dynamodb, 'dynamodb');
  const sqs = jsonClient(engines.endpoints.sqs, 'sqs');
  const work = resources.map(async (resource) => {
    if (isTable(resource)) {
      const stream = await ensureTable(resource, dynamo);
      if (stream) streams.set(resource.physicalId, stream);
    }
  });
  const queues = resources.filter(({ type }) => type === 'AWS::SQS::Queue');
  await Promise.all([...work, ensureQueues(queues, sqs)]);
}
