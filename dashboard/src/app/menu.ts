import { useEffect, useRef, useState } from 'react';
import { useNarrow } from '../components/sizes.ts';

/** Whether the menu is open. As an overlay it gets the focus, and closes with Escape or a choice. */
export function useMenu(path: string) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(!isNarrow);
  const element = useRef<HTMLElement>(null);
  const coversPage = isNarrow && isOpen;

  useEffect(() => setOpen(!isNarrow), [isNarrow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu makes way once a page was chosen.
  useEffect(() => {
    if (isNarrow) setOpen(false);
  }, [path]);

  useEffect(() => {
    if (!coversPage) return;
    element.current?.querySelector<HTMLElement>('a[href]')?.focus();
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      document.querySelector<HTMLElement>('.toolbar button')?.focus();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [coversPage]);

  return { isOpen, coversPage, element, toggle: () => setOpen((before) => !before) };
}
