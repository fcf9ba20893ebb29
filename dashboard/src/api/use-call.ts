import { useCallback, useEffect, useRef, useState } from 'react';
import type { Route } from '../../../functions/dashboard/api.ts';
import type { Received } from '../components/states.tsx';
import { type ApiError, apiErrorOf, isAborted } from './api-error.ts';
import { type Answer, call, type Input } from './client.ts';

/** `data`: the newest answer; stays while a newer one is on its way, gone when the input changes. */
export interface Called<R extends Route> extends Received<Answer<R>> {
  reload: () => void;
}

/**
 * Calls a route when the component appears and whenever the input changes (compared as JSON), and drops outdated
 * answers. With `null` for the input nothing is called yet.
 */
export function useCall<R extends Route>(route: R, input: Input<R> | null): Called<R> {
  const key = JSON.stringify([route, input]);
  const [state, setState] = useState<{ key: string; data?: Answer<R>; error?: ApiError; isLoading: boolean }>({
    key,
    isLoading: input !== null,
  });
  const [count, setCount] = useState(0);
  const latest = useRef({ route, input });
  latest.current = { route, input };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers route and input, the count a reload.
  useEffect(() => {
    const { route, input } = latest.current;
    if (input === null) {
      setState({ key, isLoading: false });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ key, isLoading: true, ...(before.key === key && before.data && { data: before.data }) }));
    call(route, input, abort.signal).then(
      (data) => abort.signal.aborted || setState({ key, data, isLoading: false }),
      (error: unknown) => {
        if (abort.signal.aborted || isAborted(error)) return;
        setState((before) => ({
          key,
          error: apiErrorOf(error),
          isLoading: false,
          ...(before.data && { data: before.data }),
        }));
      },
    );
    return () => abort.abort();
  }, [key, count]);

  const reload = useCallback(() => setCount((before) => before + 1), []);
  const isOfNow = state.key === key;
  return {
    data: isOfNow ? state.data : undefined,
    error: isOfNow ? state.error : undefined,
    isLoading: isOfNow ? state.isLoading : input !== null,
    reload,
    retry: reload,
  };
}
