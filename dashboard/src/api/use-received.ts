import { useCallback, useEffect, useRef, useState } from 'react';
import type { Received } from '../components/states.tsx';
import { type ApiError, apiErrorOf, isAborted } from './api-error.ts';

/** Loads anything: resolves to what it has received, rejects with an error of the API, or when it is aborted. */
export type Load<Data> = (signal: AbortSignal) => Promise<Data>;

/** `data`: the newest answer; stays while a newer one is on its way, gone when the key changes. */
export interface Reloadable<Data> extends Received<Data> {
  reload: () => void;
}

interface State<Data> {
  key: string;
  data?: Data;
  error?: ApiError;
  isLoading: boolean;
}

/**
 * Loads when the component appears and whenever the key changes, which names all that `load` depends on, and drops
 * outdated answers. With `null` nothing is loaded yet.
 */
export function useReceived<Data>(key: string, load: Load<Data> | null): Reloadable<Data> {
  const [state, setState] = useState<State<Data>>({ key, isLoading: load !== null });
  const [count, setCount] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers what is loaded, the count a reload.
  useEffect(() => {
    if (latest.current === null) {
      setState({ key, isLoading: false });
      return;
    }
    const abort = new AbortController();
    setState((before) => ({ key, isLoading: true, ...(before.key === key && before.data && { data: before.data }) }));
    latest.current(abort.signal).then(
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
    isLoading: isOfNow ? state.isLoading : load !== null,
    reload,
    retry: reload,
  };
}
