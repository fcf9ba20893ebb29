import type { Transactions } from '../../payments/transactions.table.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
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

export interface BankIdDependencies {
  readPointer: Transactions['readPointer'];
  bankAccountOf(merchantId: string): Promise<string | undefined>;
}

const MAX_CONCURRENT_READS = 16;

/** Transactions to which a pointer from the bank's id leads, on the bank accounts of these merchants. */
export async function idsOfBankId(
  { readPointer, bankAccountOf }: BankIdDependencies,
  bankId: string,
  merchantIds: readonly string[],
): Promise<string[]> {
  const accounts = new Set(await sideBySide(merchantIds, MAX_CONCURRENT_READS, bankAccountOf));
  const found = await Promise.all([...accounts].map((account) => account && readPointer(account, bankId)));
  return found.filter((id) => id !== undefined);
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
