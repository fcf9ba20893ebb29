import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { BASE } from '../app/config.ts';
import { withValues } from './with-values.ts';

/** The address of a page, for any component's `href`: `/dashboard` and the path. */
export function hrefOf(path: string): string {
  return `${BASE}${path}`;
}

/** Follows links to pages of the dashboard without loading it again, whichever component drew them. */
export function useInnerLinks(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = innerPathOf(event);
      if (path === null) return;
      event.preventDefault();
      navigate(path);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

function innerPathOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null;
  const isInner = link.origin === location.origin && link.pathname.startsWith(`${BASE}/`);
  if (!isInner || link.pathname.startsWith(`${BASE}/api/`)) return null;
  return link.pathname.slice(BASE.length) + link.search + link.hash;
}

/** The query string of the page, and a function that sets values in it without leaving the page. */
export function useQuery(): [URLSearchParams, (values: Readonly<Record<string, string>>) => void] {
  const text = useSearch();
  const [path, navigate] = useLocation();
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const choose = useCallback(
    (values: Readonly<Record<string, string>>) => {
      const next = withValues(query, values);
      navigate(next === '' ? path : `${path}?${next}`, { replace: true });
    },
    [navigate, path, query],
  );
  return [query, choose];
}
