import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Units {
  CapacityUnits?: number;
}

/** Adds up what the engine says each read and write of a client consumed: read units and calls, and written units. */
export function metered(client: DynamoDBClient) {
  const cost = { units: 0, calls: 0, written: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isRead = /^(Query|Scan|Get|BatchGet|TransactGet)/.test(String(context.commandName));
      if (!isRead && !/^(Put|Update|Delete|Transact)\w*Item/.test(String(context.commandName))) return next(args);
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Units | Units[] };
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) {
        cost[isRead ? 'units' : 'written'] += CapacityUnits;
      }
      if (isRead) cost.calls += 1;
      return answer;
    },
    { step: 'initialize' },
  );
  return cost;
}
