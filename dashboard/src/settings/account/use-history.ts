import { useCallback, useEffect, useState } from 'react';
import type { AuditRow } from '../../../../functions/dashboard/accounts/history.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Received } from '../../components/states.tsx';

export interface Audit extends Received<AuditRow[]> {
  /** There are older ones. */
  hasMore: boolean;
  /** The next page; after an error, the same one again. */
  loadMore: () => void;
}

/** The audit of the own account, page by page, newest first. */
export function useAudit(): Audit {
  const [state, setState] = useState<{
    entries?: AuditRow[];
    next?: number | null;
    error?: ApiError;
    isLoading: boolean;
  }>({
    isLoading: false,
  });
  const load = useCallback(async (before: number | undefined) => {
    setState(({ error: _, ...known }) => ({ ...known, isLoading: true }));
    try {
      const page = await call('POST /me/history/search', before === undefined ? {} : { before });
      setState(({ entries = [] }) => ({
        entries: before === undefined ? page.entries : [...entries, ...page.entries],
        next: page.next,
        isLoading: false,
      }));
    } catch (error) {
      if (error instanceof ApiError) setState((known) => ({ ...known, error, isLoading: false }));
    }
  }, []);
  useEffect(() => void load(undefined), [load]);
  const { entries, next, error, isLoading } = state;
  const loadMore = useCallback(() => void load(next ?? undefined), [load, next]);
  return { data: entries, error, isLoading, hasMore: typeof next === 'number', loadMore, retry: loadMore };
}
