import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Tells the style sheet how high an element is, as the custom property `name` of the document: what lies over the page hides that much of it. */
export function useHeightAs<Part extends HTMLElement>(name: `--${string}`): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const { current } = part;
    if (!current) return;
    const tell = (height: number) => document.documentElement.style.setProperty(name, `${height}px`);
    tell(current.offsetHeight);
    const observer = new ResizeObserver(([entry]) => tell(entry?.borderBoxSize[0]?.blockSize ?? 0));
    observer.observe(current);
    return () => observer.disconnect();
  }, [name]);
  return part;
}
