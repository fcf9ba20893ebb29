import { useEffect, useRef, useState } from 'react';

// Below this width there is no room beside the page: the menu lies over it. `style.css` has the same number.
const NARROW = '(max-width: 768px)';

/** Whether the menu is open. As an overlay it gets the focus, and closes with Escape or a choice. */
export function useMenu(path: string) {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  const [isOpen, setOpen] = useState(!isNarrow);
  const element = useRef<HTMLElement>(null);
  const coversPage = isNarrow && isOpen;

  useEffect(() => {
    const narrow = matchMedia(NARROW);
    const follow = () => {
      setNarrow(narrow.matches);
      setOpen(!narrow.matches);
    };
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu makes way once a page was chosen.
  useEffect(() => {
    if (matchMedia(NARROW).matches) setOpen(false);
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
