import type { ListedPayment } from '../../banking/bank.ts';
import { movementsOf } from './apply.ts';
import { type Place, type ReceiveDependencies, receiveMoney } from './receive.ts';

/**
 * Records what the provider's complete list of one start has and we lack. `unlisted`: the number of our records
 * of the start that the list lacks.
 */
export async function applyList(
  dependencies: ReceiveDependencies,
  place: Place,
  bankId: string,
  payments: readonly ListedPayment[],
): Promise<{ recorded: number; unlisted: number }> {
  const answered = movementsOf({ kind: 'listed', payments });
  const { recorded, unlisted } = await receiveMoney(dependencies, place, { bankId, answered });
  return { recorded, unlisted };
}
