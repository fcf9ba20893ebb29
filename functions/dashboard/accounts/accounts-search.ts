import * as z from 'zod/mini';
import { toCursor } from '../../dynamo/cursor.ts';
import { Refusal } from '../../http/refusal.ts';
import { ACCOUNT_STATUSES, type Merchant } from '../../merchants/accounts/merchant.ts';
import type { AccountRow } from '../api.ts';
import { positionIn } from '../cursor.ts';
import { accountRow } from './account.ts';
import { type AccountPosition, accountPosition } from './account-position.ts';
import type { FindAccounts } from './accounts-search.table.ts';

/** Every account, of most services: staff read the names of merchants with one call. */
const MAX_PAGE = 500;

export const accountsInput = z.object({
  /** Left out: all of them, those that wait for a decision first. */
  status: z.optional(z.enum(ACCOUNT_STATUSES)),
  /** Within a status, by time of creation. */
  first: z._default(z.enum(['newest', 'oldest']), 'newest'),
  limit: z._default(z.int().check(z.positive(), z.maximum(MAX_PAGE, `limit must be at most ${MAX_PAGE}`)), MAX_PAGE),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
});

export interface AccountsPage {
  accounts: AccountRow[];
  /** Continues after this page; null on the last. A page may hold fewer than `limit` and not be the last. */
  cursor: string | null;
}

/** Accounts by status and time of creation, page by page, out of the index `byStatus`. For staff. */
export function searchAccounts({ find }: { find: FindAccounts }) {
  return async ({ status, first, limit, cursor }: z.infer<typeof accountsInput>): Promise<AccountsPage> => {
    const from = positionIn(accountPosition, cursor);
    if (from && status !== undefined && from.status !== status) {
      throw new Refusal('invalid', 'cursor: it belongs to another list');
    }
    const left = status === undefined ? statusesFrom(from) : [status];
    const accounts: Merchant[] = [];
    let after = from;
    for (const each of left) {
      const position = after?.status === each ? after : undefined;
      const isOldestFirst = first === 'oldest';
      const page = await find(each, { limit: limit - accounts.length, after: position, isOldestFirst });
      accounts.push(...page.accounts);
      after = page.last ?? after;
      if (!page.isLast || accounts.length >= limit) {
        const isEnd = page.isLast && each === left.at(-1);
        return { accounts: accounts.map(accountRow), cursor: isEnd || !after ? null : toCursor(after) };
      }
    }
    return { accounts: accounts.map(accountRow), cursor: null };
  };
}

function statusesFrom(position: AccountPosition | undefined) {
  return position ? ACCOUNT_STATUSES.slice(ACCOUNT_STATUSES.indexOf(position.status)) : ACCOUNT_STATUSES;
}
