import { useState } from 'react';
import type { MerchantsScanned } from '../../../../functions/dashboard/entries-page.ts';
import { MAX_DAYS } from '../../../../functions/finance/totals/period.ts';
import { type Totals, type TotalsOf, together } from '../../../../functions/finance/totals/totals.ts';
import { type Answer, call } from '../../api/client.ts';
import { useReceived } from '../../api/use-received.ts';
import type { Received } from '../../components/states.tsx';
import { addDays, type Days } from '../../period/days.ts';

interface Request extends Days {
  of: TotalsOf;
  /** Empty: all. */
  merchantId: string;
}

interface ReceivedTotals extends Received<Totals> {
  /** How far the totals of all merchants are. */
  progress: MerchantsScanned;
}

/** Totals of a period of any length, all parts of them: a part is not shown. */
export function useTotals(request: Request): ReceivedTotals {
  const [progress, setProgress] = useState<MerchantsScanned>(null);
  const received = useReceived(JSON.stringify(request), (signal) => gather(request, signal, setProgress));
  return { ...received, progress };
}

async function gather(
  { of, merchantId, ...days }: Request,
  signal: AbortSignal,
  onPart: (merchants: MerchantsScanned) => void,
): Promise<Totals> {
  const parts: Totals[] = [];
  for (const period of partsOf(days)) {
    let cursor: string | null = null;
    do {
      const more = { ...(merchantId !== '' && { merchantId }), ...(cursor !== null && { cursor }) };
      const part: Answer<'POST /me/totals'> = await call(
        'POST /me/totals',
        { of, ...period, end: days.to, ...more },
        signal,
      );
      parts.push(part);
      onPart(part.merchants);
      cursor = part.cursor;
    } while (cursor !== null);
  }
  return together(parts);
}

/** The parts in which a long period is asked for, in order. */
function partsOf({ from, to }: Days): Days[] {
  const parts: Days[] = [];
  for (let start = from; start <= to; start = addDays(start, MAX_DAYS)) {
    const end = addDays(start, MAX_DAYS - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}
