import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';

export interface Flash {
  type: 'success' | 'info' | 'warning' | 'error';
  header?: string;
  content?: ReactNode;
}

type Shown = Flash & { id: string };

const AddContext = createContext<(flash: Flash) => void>(() => undefined);
const ShownContext = createContext<{ shown: Shown[]; dismiss: (id: string) => void }>({
  shown: [],
  dismiss: () => undefined,
});

const MAX_SHOWN_AT_ONCE = 4;
const SUCCESS_STAYS_MS = 10_000;

/** Shows an action's result at the top of the page. A success disappears after 10 s,
 * with its page, and with the next one; errors stay until dismissed. */
export function useFlash(): (flash: Flash) => void {
  return useContext(AddContext);
}

export function FlashProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const count = useRef(0);
  const dismiss = useCallback((id: string) => setShown((before) => before.filter((flash) => flash.id !== id)), []);
  const add = useCallback(
    (flash: Flash) => {
      count.current += 1;
      const id = String(count.current);
      // A repeated message replaces the one that is shown, and a success the one before, which may be true no more.
      const isOther = ({ type, header }: Shown) =>
        type !== flash.type || (type !== 'success' && header !== flash.header);
      setShown((before) => [{ ...flash, id }, ...before.filter(isOther)].slice(0, MAX_SHOWN_AT_ONCE));
      if (flash.type === 'success') setTimeout(() => dismiss(id), SUCCESS_STAYS_MS);
    },
    [dismiss],
  );
  // A success is about its page.
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what removes them.
  useEffect(() => setShown((before) => before.filter(({ type }) => type !== 'success')), [path]);
  const all = useMemo(() => ({ shown, dismiss }), [shown, dismiss]);
  return (
    <AddContext value={add}>
      <ShownContext value={all}>{children}</ShownContext>
    </AddContext>
  );
}

export function useShownFlashes() {
  return useContext(ShownContext);
}
