import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findByMerchant } from './find-by-merchant.ts';
import { findUndelivered } from './find-undelivered.ts';
import type { FindDeliveries } from './found-delivery.ts';
import { UNDELIVERED_STATES } from './undelivered.ts';

/** Deliveries by state, period and merchant. Across merchants only those are indexed that were not delivered or skipped. */
export function findDeliveries(client: DynamoDBClient, tableName: string): FindDeliveries {
  const undelivered = findUndelivered(client, tableName);
  const byMerchant = findByMerchant(client, tableName);
  return async (filter, page) => {
    const isIndexed = filter.states.every((state) => UNDELIVERED_STATES.some((known) => known === state));
    if (!isIndexed && filter.merchantId === undefined) throw new NeedsMerchant();
    return (isIndexed ? undelivered : byMerchant)(filter, page);
  };
}

/** Asked for a state that is listed for one merchant at a time. */
export class NeedsMerchant extends Error {
  constructor() {
    super('deliveries that are pending or delivered are listed for one merchant: name it');
    this.name = 'NeedsMerchant';
  }
}
