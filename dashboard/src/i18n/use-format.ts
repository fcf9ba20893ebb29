import { useMemo } from 'react';
import { formatCount, formatEuros } from './euros.ts';
import { useLanguage } from './language.ts';
import { formatClock, formatDay, formatDuration, formatRelative, formatTime } from './times.ts';

/** Numbers and times in the language of the page; every time is Lisbon's. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      euros: (euros: number) => formatEuros(euros, language),
      count: (count: number) => formatCount(count, language),
      time: (iso: string) => formatTime(iso, language),
      clock: (iso: string) => formatClock(iso, language),
      day: (day: string) => formatDay(day, language),
      duration: (durationMs: number) => formatDuration(durationMs, language),
      relative: (iso: string) => formatRelative(iso, Date.now(), language),
    }),
    [language],
  );
}
