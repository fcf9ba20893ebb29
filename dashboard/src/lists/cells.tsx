import { serviceNow } from '../api/service-time.ts';
import './cells.css';
import type { ReactNode } from 'react';
import { useFormat, useLanguage } from '../i18n/language.ts';

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
  const isOfThisYear = at.slice(0, 4) === String(new Date(serviceNow()).getUTCFullYear());
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
