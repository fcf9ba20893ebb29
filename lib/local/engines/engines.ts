import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import type { Log, LogEntry } from '../log.ts';
import { type Engine, startDynamo } from './dynamo.ts';
import { type SecretsEngine, startSecrets } from './secrets.ts';
import { type SqsEngine, startSqs } from './sqs.ts';

const LOST: LogEntry = { kind: 'host', level: 'error', text: 'DynamoDB engine ended' };

export interface Engines {
  dynamo: Engine;
  sqs: SqsEngine;
  secrets: SecretsEngine;
  endpoints: { dynamodb: string; sqs: string; secretsManager: string };
  stop(): Promise<void>;
}

/**
 * Starts the three engines in parallel, each with its own file in the data folder. When one cannot start, all are
 * stopped.
 * `onLost` is called when the DynamoDB engine ends without being stopped; it is not restarted.
 */
export async function startEngines(dataDir: string, clock: Clock, log: Log, onLost?: () => void): Promise<Engines> {
  const lost = () => {
    log(LOST);
    onLost?.();
  };
  const starts = [
    startDynamo({ dataFile: join(dataDir, 'dynamo.db'), onLost: lost }),
    startSqs({ file: join(dataDir, 'queues.db'), now: () => clock.nowMs() }),
    startSecrets({ file: join(dataDir, 'secrets.json'), now: () => clock.nowMs() }),
  ] as const;
  const stop = async () => {
    const started = await Promise.allSettled<Engine>(starts);
    await Promise.all(started.map((engine) => (engine.status === 'fulfilled' ? engine.value.stop() : undefined)));
  };
  try {
    const [dynamo, sqs, secrets] = await Promise.all(starts);
    const endpoints = { dynamodb: dynamo.endpoint, sqs: sqs.endpoint, secretsManager: secrets.endpoint };
    return { dynamo, sqs, secrets, endpoints, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
