import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { call } from '../../api/client.ts';
import { useReceived } from '../../api/use-received.ts';
import type { Received } from '../../components/states.tsx';
import type { Days } from '../../period/days.ts';
import { addTotals, partsOf } from './totals-parts.ts';

interface Request extends Days {
  by: 'paid' | 'recorded';
  /** Empty: all. */
  merchantId: string;
}

/** Totals of a period of any length, asked for in parts where it is long. */
export function useTotals(request: Request): Received<TotalsReport> {
  return useReceived(JSON.stringify(request), (signal) => gather(request, signal));
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
