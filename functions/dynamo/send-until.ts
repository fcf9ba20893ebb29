import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../runtime/clock.ts';

export type Sender = Pick<DynamoDBClient, 'send'>;

/**
 * The client, for calls that must not be sent after a time. Before each send, also of the SDK's own retries, the clock
 * decides; a timer ends what waits for its connection or answer. The call then throws as one whose answer is lost.
 */
export function sendingUntil(client: DynamoDBClient, clock: Clock, untilMs: number): Sender {
  const abortSignal = AbortSignal.timeout(Math.max(0, untilMs - clock()));
  const send: Sender['send'] = (command: Parameters<Sender['send']>[0]) => {
    command.middlewareStack.add(
      (next) => (args) => {
        if (clock() > untilMs) throw new Error('the call was not sent: it was too late');
        return next(args);
      },
      // The last step before the network.
      { step: 'deserialize', priority: 'low', name: 'untilCheck', override: true },
    );
    return client.send(command, { abortSignal });
  };
  return { send };
}
