import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** Sets the custom property `name` of the document to the height of an element that covers a part of the page. */
export function useHeightAs<Part extends HTMLElement>(name: `--${string}`): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const { current } = part;
    if (!current) return;
    const set = (height: number) => document.documentElement.style.setProperty(name, `${height}px`);
    set(current.offsetHeight);
    const observer = new ResizeObserver(([entry]) => set(entry?.borderBoxSize[0]?.blockSize ?? 0));
    observer.observe(current);
    return () => observer.disconnect();
  }, [name]);
  return part;
}

// Below this width there is no room for a table with many columns, nor for the menu beside a page. `style.css` and
// `home.css` have the same number.
const NARROW = '(max-width: 768px)';

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
