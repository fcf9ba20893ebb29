import type { AccountRow } from '../../../functions/dashboard/api.ts';

/** The merchant that is meant; empty for all of them. */
export type MerchantMatch = { kind: 'one'; merchantId: string } | { kind: 'none' | 'several' };

type Named = Pick<AccountRow, 'merchantId' | 'name' | 'company'>;

/** The merchant that a typed text matches: by id, company, name, or a unique part. Accents and case are ignored. */
export function matchOf(
  typed: string,
  { accounts, isComplete }: { accounts: readonly Named[]; isComplete: boolean },
): MerchantMatch {
  const wanted = plain(typed);
  if (wanted === '') return { kind: 'one', merchantId: '' };
  const namesOf = ({ merchantId, name, company }: Named) => [merchantId, name, company?.name ?? ''].map(plain);
  const within = accounts.filter((account) => namesOf(account).some((each) => each.includes(wanted)));
  const exact = within.filter((account) => namesOf(account).includes(wanted));
  const found = exact.length > 0 ? exact : within;
  const [first] = found;
  if (first) return found.length === 1 ? { kind: 'one', merchantId: first.merchantId } : { kind: 'several' };
  // Where not all of them are known it may be the id of another: the service answers 404 if it is not.
  return isComplete ? { kind: 'none' } : { kind: 'one', merchantId: typed.trim() };
}

/** For comparing: without accents and case. */
export function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
