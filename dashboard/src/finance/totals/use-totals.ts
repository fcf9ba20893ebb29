import { useCallback, useEffect, useState } from 'react';
import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { type ApiError, apiErrorOf, isAborted } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Received } from '../../components/states.tsx';
import type { Days } from '../../period/days.ts';
import { addTotals, partsOf } from './totals-parts.ts';

interface Request extends Days {
  by: 'paid' | 'recorded';
  /** Empty: all. */
  merchantId: string;
}

interface State {
  key: string;
  data: TotalsReport | undefined;
  error: ApiError | undefined;
  isLoading: boolean;
}

/** Totals of a period of any length, asked for in parts where it is long. */
export function useTotals({ from, to, by, merchantId }: Request): Received<TotalsReport> {
  const key = [from, to, by, merchantId].join(' ');
  const [state, setState] = useState<State>({ key, data: undefined, error: undefined, isLoading: true });
  const [count, setCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count asks anew.
  useEffect(() => {
    const abort = new AbortController();
    const name = [from, to, by, merchantId].join(' ');
    setState({ key: name, data: undefined, error: undefined, isLoading: true });
    gather({ from, to, by, merchantId }, abort.signal).then(
      (data) => abort.signal.aborted || setState({ key: name, data, error: undefined, isLoading: false }),
      (error: unknown) => {
        if (abort.signal.aborted || isAborted(error)) return;
        setState({ key: name, data: undefined, error: apiErrorOf(error), isLoading: false });
      },
    );
    return () => abort.abort();
  }, [from, to, by, merchantId, count]);

  const retry = useCallback(() => setCount((before) => before + 1), []);
  const { data, error, isLoading } = state.key === key ? state : { data: undefined, error: undefined, isLoading: true };
  return { data, error, isLoading, retry };
}

async function gather({ from, to, by, merchantId }: Request, signal: AbortSignal): Promise<TotalsReport> {
  let sum: TotalsReport | undefined;
  for (const part of partsOf({ from, to })) {
    let next: string | undefined = part.from;
    while (next !== undefined) {
      const input = { from: next, to: part.to, by, ...(merchantId !== '' && { merchantId }) };
      const report: TotalsReport = await call('POST /finance/totals', input, signal);
      sum = sum ? addTotals(sum, report) : report;
      next = report.next;
    }
  }
  if (!sum) throw new Error('totals: a period without days');
  return sum;
}
