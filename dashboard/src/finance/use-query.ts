import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The query string of the page, and a way to change it that keeps the page. */
export function useQuery(): [URLSearchParams, (query: string) => void] {
  const text = useSearch();
  const [path, navigate] = useLocation();
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback(
    (next: string) => navigate(next === '' ? path : `${path}?${next}`, { replace: true }),
    [navigate, path],
  );
  return [query, change];
}
