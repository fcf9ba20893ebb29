import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';

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

const MOST_AT_ONCE = 4;
const SUCCESS_STAYS_MS = 10_000;

/** Shows an action's result at the top of the page. Successes disappear after 10 s, errors stay until dismissed. */
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
      // A repeated message replaces the one that is shown.
      const isOther = ({ type, header }: Shown) => type !== flash.type || header !== flash.header;
      setShown((before) => [{ ...flash, id }, ...before.filter(isOther)].slice(0, MOST_AT_ONCE));
      if (flash.type === 'success') setTimeout(() => dismiss(id), SUCCESS_STAYS_MS);
    },
    [dismiss],
  );
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
