import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantIdsIn, merchantsTable } from './accounts/merchants.table.ts';
import { historyIn } from './history/history.table.ts';
import { keyUsesIn, lastUseIn } from './keys/api-key-use.table.ts';
import { apiKeyItemsIn, apiKeysIn } from './keys/api-keys.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}

export function keysOn({ dynamo }: Clients, tables: { merchants: string; rateLimits: string }) {
  return {
    findApiKey: apiKeysIn(dynamo, tables.merchants),
    readKey: apiKeyItemsIn(dynamo, tables.merchants),
    recordUse: keyUsesIn(dynamo, tables.rateLimits),
    lastUse: lastUseIn(dynamo, tables.rateLimits),
  };
}

export function merchantsOn({ dynamo }: Clients, { merchants: table }: { merchants: string }) {
  return {
    merchants: merchantsTable(dynamo, table),
    merchantIds: merchantIdsIn(dynamo, table),
    history: historyIn(dynamo, table),
  };
}
