import './cells.css';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { hrefOf } from '../components/inner-links.ts';
import { shortened } from '../i18n/format.ts';
import { useFormat, useLanguage, useText } from '../i18n/language.ts';

/**
 * A time in Europe/Lisbon; its tooltip shows UTC, to the millisecond. `full`: day and time to the second; `clock`: the
 * time of day alone, to the millisecond; `brief`: for lists, without seconds, and without the year if it is this one.
 */
export function Moment({ at, form = 'full' }: { at: string; form?: 'full' | 'clock' | 'brief' }) {
  const format = useFormat();
  const { locale } = useLanguage();
  return (
    <time dateTime={at} title={utcText(at)}>
      {form === 'full' ? format.time(at) : form === 'clock' ? format.clock(at) : briefTime(at, locale)}
    </time>
  );
}

/** `2026-11-20 19:08:33.248 UTC` */
export function utcText(at: string): string {
  return `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** `20 Nov, 19:08` */
function briefTime(at: string, locale: string): string {
  const isOfThisYear = at.slice(0, 4) === String(new Date().getUTCFullYear());
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'Europe/Lisbon',
    day: 'numeric',
    month: 'short',
    ...(!isOfThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}

/** A figure, or the heading of a column of figures: set to the right, in one line. */
export function Sum({ children }: { children: ReactNode }) {
  return <div className="sum">{children}</div>;
}

/** A transaction's id where there is little room: shortened, leads to the transaction, and can be copied whole. */
export function ShortId({ transactionId }: { transactionId: string }) {
  const words = useText('transactions');
  return (
    <span className="unbroken">
      <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
        <span className="long-value" title={transactionId}>
          {shortened(transactionId)}
        </span>
      </Link>{' '}
      <CopyButton value={transactionId} what={`${words.transaction} ${transactionId}`} />
    </span>
  );
}
