import { describe, expect, test } from 'vitest';
import { devTemplates, type Resource, synthesized, type Templates } from './templates.ts';

interface TableProperties {
  BillingMode: string;
  PointInTimeRecoverySpecification?: { PointInTimeRecoveryEnabled: boolean };
  DeletionProtectionEnabled?: boolean;
  StreamSpecification?: { StreamViewType: string };
  GlobalSecondaryIndexes?: {
    IndexName: string;
    Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
  }[];
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
}

/** The table of the construct with this name. */
function table(
  templates: Templates,
  name: string,
): Resource & { properties: TableProperties & Resource['properties'] } {
  const found = templates.resources('data', 'AWS::DynamoDB::Table').find(({ id }) => id.startsWith(name));
  if (!found) throw new Error(`no table ${name}`);
  return found as ReturnType<typeof table>;
}

const prod = synthesized('prod');
const dev = devTemplates();

describe.each([['dev', dev] as const, ['prod', prod] as const])('the tables of stage %s', (_stage, templates) => {
  const tables = templates.resources('data', 'AWS::DynamoDB::Table');

  test('are transactions, merchants and rate limits, all on demand', () => {
    expect(tables.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'Merchants',
      'RateLimits',
      'Transactions',
    ]);
    for (const { id, properties } of tables) expect(properties.BillingMode, id).toBe('PAY_PER_REQUEST');
  });

  test('with business data have point-in-time recovery', () => {
    for (const name of ['Transactions', 'Merchants'])
      expect(table(templates, name).properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled, name).toBe(
        true,
      );
  });

  // The attributes never change while their key is the same, so that a write of the item costs an index nothing more.
  const PROJECTED: Record<string, string[]> = {
    paid: [
      ...['bankAccount', 'bankTime', 'kind', 'openedAt', 'paidAtIsOurs', 'paymentMethod', 'receivedCents'],
      ...['recordedAt', 'returnedAt', 'returnedCents', 'settledAt'],
    ],
    settled: ['amountCents', 'bankAccount', 'paymentMethod', 'status'],
    undelivered: ['amountCents', 'merchantId', 'status'],
    undeliveredByMerchant: ['amountCents', 'status'],
    exceptions: ['kind', 'merchantId'],
    exceptionsByMerchant: ['kind'],
  };

  test('have indexes of keys only, but for what totals and lists read without the items (0036)', () => {
    const indexes = tables.flatMap(
      ({ properties }) => (properties as unknown as TableProperties).GlobalSecondaryIndexes ?? [],
    );
    expect(indexes.length).toBeGreaterThan(5);
    for (const { IndexName, Projection } of indexes)
      expect({ IndexName, ...Projection, NonKeyAttributes: Projection.NonKeyAttributes?.toSorted() }).toEqual({
        IndexName,
        ProjectionType: PROJECTED[IndexName] ? 'INCLUDE' : 'KEYS_ONLY',
        NonKeyAttributes: PROJECTED[IndexName],
      });
  });

  test('stream both images of transactions; the others have no stream', () => {
    expect(table(templates, 'Transactions').properties.StreamSpecification).toEqual({
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
    for (const name of ['Merchants', 'RateLimits'])
      expect(table(templates, name).properties, name).not.toHaveProperty('StreamSpecification');
  });

  test('expire rate limits and stored answers, and never merchants', () => {
    for (const name of ['Transactions', 'RateLimits'])
      expect(table(templates, name).properties.TimeToLiveSpecification?.Enabled, name).toBe(true);
    expect(table(templates, 'Merchants').properties).not.toHaveProperty('TimeToLiveSpecification');
  });
});

describe('in production', () => {
  test('transactions and merchants are protected against deletion and outlive their stack', () => {
    for (const name of ['Transactions', 'Merchants']) {
      const retained = table(prod, name);
      expect(retained.properties.DeletionProtectionEnabled, name).toBe(true);
      expect(retained.deletionPolicy, name).toBe('Retain');
    }
  });

  test('secrets outlive their stack', () => {
    for (const { id, deletionPolicy } of prod.resources('data', 'AWS::SecretsManager::Secret'))
      expect(deletionPolicy, id).toBe('RetainExceptOnCreate');
  });
});

describe('in a sandbox stage', () => {
  test('everything is deleted with its stack', () => {
    for (const { id, deletionPolicy, properties } of dev.resources('data', 'AWS::DynamoDB::Table')) {
      expect(deletionPolicy, id).toBe('Delete');
      expect(properties.DeletionProtectionEnabled ?? false, id).toBe(false);
    }
  });
});
