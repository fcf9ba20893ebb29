import { useCallback, useEffect, useRef, useState } from 'react';
import type { Received } from '../components/states.tsx';
import { type ApiError, apiErrorOf } from './api-error.ts';

/** Loads anything: resolves to what it has received, rejects with an error of the API, or when it is aborted. */
export type Load<Data> = (signal: AbortSignal) => Promise<Data>;

/** `data`: the newest answer; stays while a newer one is on its way, gone when the key changes. */
export interface Reloadable<Data> extends Received<Data> {
  reload: () => void;
}

interface State<Data> {
  key: string;
  data?: Data | undefined;
  error?: ApiError | undefined;
  isLoading: boolean;
}

/**
 * Loads when the component appears and whenever the key changes, which names all that `load` depends on, and drops
 * outdated answers. With `null` nothing is loaded yet.
 */
export function useReceived<Data>(key: string, load: Load<Data> | null): Reloadable<Data> {
  const idle: State<Data> = { key, isLoading: load !== null };
  const [state, setState] = useState(idle);
  const [count, setCount] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers what is loaded, the count a reload.
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...idle, data: load && before.key === key ? before.data : undefined }));
    latest.current?.(abort.signal).then(
      (data) => abort.signal.aborted || setState({ key, data, isLoading: false }),
      (error: unknown) =>
        abort.signal.aborted || setState((before) => ({ ...before, error: apiErrorOf(error), isLoading: false })),
    );
    return () => abort.abort();
  }, [key, count]);

  const reload = useCallback(() => setCount((before) => before + 1), []);
  const { data, error, isLoading } = state.key === key ? state : idle;
  return { data, error, isLoading, reload, retry: reload };
}
