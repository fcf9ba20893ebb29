import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { type DashboardRig, FINANCE, NOON_MS, paidWith, putMany, storedWith } from '../../fixtures/dashboard/lists.ts';

export const DAY = { from: '2026-11-20', to: '2026-11-20' };
export const TODAY = { period: { by: 'created', ...DAY } };

/** Ids in their order. */
export const named = (count: number) =>
  Array.from({ length: count }, (_, index) => `mer_${String(index).padStart(4, '0')}`);

/**
 * Some of each merchant, times and merchants mixed; one in five was not delivered, and all of one merchant are the
 * newest.
 */
export async function fill(
  rig: DashboardRig,
  merchantIds: readonly string[],
  each: number,
  busy: number,
): Promise<Transaction[]> {
  const items = merchantIds.flatMap((merchantId, at) =>
    Array.from({ length: each }, (_, index) => {
      const settledAt = NOON_MS + ((at * 37 + index * 101) % 997) * 1_000;
      const state = (at + index) % 5 === 0 ? 'not_delivered' : 'delivered';
      return storedWith({
        ...paidWith(settledAt, {}, { state }),
        merchantId,
        amountCents: 100,
        externalOrderId: 'SAME',
      });
    }),
  );
  const ofBusy = Array.from({ length: busy }, (_, index) =>
    storedWith({ ...paidWith(NOON_MS + HOUR_MS + index), merchantId: merchantIds[3] ?? '', amountCents: 100 }),
  );
  await putMany(rig, [...items, ...ofBusy]);
  return [...items, ...ofBusy].map((item) => transactionOf(toAttributes(item)));
}

/** All pages of finance's list, and what each cost. */
export async function pagesOf(rig: DashboardRig, input: object) {
  const pages: (Awaited<ReturnType<DashboardRig['list']>> & { units: number; calls: number })[] = [];
  let cursor: string | null = null;
  do {
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const page: Awaited<ReturnType<DashboardRig['list']>> = await rig.list(
      listInput.parse({ limit: 100, ...input, ...(cursor && { cursor }) }),
      FINANCE,
    );
    pages.push({ ...page, ...rig.cost });
    cursor = page.cursor;
  } while (cursor !== null);
  return pages;
}

export const idsIn = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
  pages.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId));

/** The ids of all of them. */
export const sorted = (transactions: readonly Transaction[]) =>
  transactions.map(({ transactionId }) => transactionId).toSorted();
