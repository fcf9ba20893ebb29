import { TOTALS_KEY, TOTALS_TTL } from '../../functions/finance/tables.ts';
import { RATE_LIMITS_KEY, RATE_LIMITS_TTL } from '../../functions/gateway/rate-limit.ts';
import { MERCHANT_INDEXES, MERCHANTS_KEY } from '../../functions/merchants/tables.ts';
import { SHARDS, TRANSACTION_INDEXES, TRANSACTIONS_KEY, TRANSACTIONS_TTL } from '../../functions/payments/tables.ts';
import { table } from './markdown.ts';

interface Keys {
  partitionKey: string;
  partitionType?: string;
  sortKey?: string;
  sortType?: string;
}

/** The tables and indexes of `docs/tables.md`, from the keys that the infrastructure is built with. */
export function keysPart(): string {
  return [
    table(
      ['Table or index', 'Partition key', 'Sort key', 'TTL attribute'],
      [
        ['**transactions**', ...cells(TRANSACTIONS_KEY), `\`${TRANSACTIONS_TTL}\``],
        ...indexRows(TRANSACTION_INDEXES),
        ['**merchants**', ...cells(MERCHANTS_KEY), ''],
        ...indexRows(MERCHANT_INDEXES),
        ['**totals**', ...cells(TOTALS_KEY), `\`${TOTALS_TTL}\``],
        ['**rate-limits**', ...cells(RATE_LIMITS_KEY), `\`${RATE_LIMITS_TTL}\``],
      ],
    ),
    `Sharded indexes have ${SHARDS} partitions (\`shard\` = 0 to ${SHARDS - 1}). All indexes hold keys only.`,
  ].join('\n\n');
}

function indexRows(indexes: Readonly<Record<string, Keys>>): string[][] {
  return Object.entries(indexes).map(([name, keys]) => [`index \`${name}\``, ...cells(keys), '']);
}

function cells({ partitionKey, partitionType = 'string', sortKey, sortType = 'string' }: Keys): [string, string] {
  return [`\`${partitionKey}\` (${partitionType})`, sortKey === undefined ? '' : `\`${sortKey}\` (${sortType})`];
}
