import './cells.css';
import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/language.ts';

/**
 * A time in Europe/Lisbon; its tooltip shows UTC, to the millisecond. `full`: day and time to the second; `clock`: the
 * time of day alone, to the millisecond; `brief`: for lists, without seconds.
 */
export function Moment({ at, form = 'full' }: { at: string; form?: 'full' | 'clock' | 'brief' }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={utcText(at)}>
      {form === 'full' ? format.time(at) : form === 'clock' ? format.clock(at) : format.minute(at)}
    </time>
  );
}

/** `2026-11-20 19:08:33.248 UTC` */
function utcText(at: string): string {
  return `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** A figure, or the heading of a column of figures: set to the right, in one line. */
export function Sum({ children }: { children: ReactNode }) {
  return <div className="sum">{children}</div>;
}

/** A line in small, below a value. */
export function Small({ children }: { children: ReactNode }) {
  return (
    <Box variant="small" display="block">
      {children}
    </Box>
  );
}
