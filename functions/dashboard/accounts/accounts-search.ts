import * as z from 'zod/mini';
import { fromCursor, toCursor } from '../../dynamo/cursor.ts';
import { Refusal } from '../../http/refusal.ts';
import { ACCOUNT_STATUSES, type AccountStatus, type Merchant } from '../../merchants/accounts/merchant.ts';
import { cursorInput, limitInput } from '../inputs.ts';
import { type AccountRow, accountRow } from './account.ts';

/** Every account, of most services: staff read the names of merchants with one call. */
const MAX_PAGE = 500;

export const accountsInput = z.object({
  /** Left out: all of them, those that wait for a decision first. */
  status: z.optional(z.enum(ACCOUNT_STATUSES)),
  /** Within a status, by time of creation. */
  first: z._default(z.enum(['newest', 'oldest']), 'newest'),
  limit: limitInput(MAX_PAGE, MAX_PAGE),
  cursor: cursorInput,
});

/** An entry of the index `byStatus`. */
const position = z.object({
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: z.int().check(z.nonnegative()),
  merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type AccountPosition = z.infer<typeof position>;

export type FindAccounts = (
  status: AccountStatus,
  page: { limit: number; after?: AccountPosition | undefined; isOldestFirst: boolean },
) => Promise<{ accounts: Merchant[]; last: AccountPosition | undefined; isLast: boolean }>;

/**
 * Accounts by status and time of creation, out of the index `byStatus`. A page may hold fewer than `limit` and not be the
 * last, whose cursor is null. For staff.
 */
export function searchAccounts({ find }: { find: FindAccounts }) {
  return async ({ status, first, limit, cursor }: z.infer<typeof accountsInput>) => {
    let after = fromCursor(position, cursor);
    const statuses = status === undefined ? ACCOUNT_STATUSES : [status];
    const begin = after ? statuses.indexOf(after.status) : 0;
    if (begin < 0) throw new Refusal('invalid', 'cursor: it belongs to another list');
    const accounts: AccountRow[] = [];
    let isEnd = false;
    for (const each of statuses.slice(begin)) {
      const page = await find(each, {
        limit: limit - accounts.length,
        after: after?.status === each ? after : undefined,
        isOldestFirst: first === 'oldest',
      });
      accounts.push(...page.accounts.map(accountRow));
      after = page.last ?? after;
      isEnd = page.isLast && each === statuses.at(-1);
      if (!page.isLast || accounts.length >= limit) break;
    }
    return { accounts, cursor: isEnd || !after ? null : toCursor(after) };
  };
}
