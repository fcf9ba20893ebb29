import type { Transactions } from '../../payments/transactions.table.ts';
import type { ListInput } from './transactions-input.ts';
import { type ScanDependencies, scanTransactions } from './transactions-scan.ts';

// The newest of them: a merchant's account has one entity, rarely two.
const MAX_REFERENCES = 20;

/**
 * Transactions with that Multibanco reference: of its entity, or of the entities of the merchants' latest references.
 * Of an entity that is on none of their last 500 transactions nothing is found.
 */
export async function idsOfReference(
  dependencies: ScanDependencies & Pick<Transactions, 'readReference'>,
  { entity, reference }: Extract<ListInput['find'], { reference: string }>,
  merchantIds: readonly string[],
): Promise<string[]> {
  const entities = entity === undefined ? await latestEntities(dependencies, merchantIds) : [entity];
  const found = await Promise.all(entities.map((each) => dependencies.readReference({ entity: each, reference })));
  return [...new Set(found.filter((id) => id !== undefined))];
}

async function latestEntities(dependencies: ScanDependencies, merchantIds: readonly string[]): Promise<string[]> {
  const { found } = await scanTransactions(dependencies, {
    wanted: { by: 'created', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
    merchantIds,
    filters: { methods: ['REFERENCE'] },
    limit: MAX_REFERENCES,
  });
  return [...new Set(found.flatMap(({ mb }) => (mb ? [mb.entity] : [])))];
}
