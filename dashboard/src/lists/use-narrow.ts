import { useSyncExternalStore } from 'react';

// Where a table of many columns no longer fits; the width at which Cloudscape's own pages fold up.
const NARROW = '(max-width: 688px)';

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
