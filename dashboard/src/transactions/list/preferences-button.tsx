import Button from '@cloudscape-design/components/button';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { TablePreferencesProps } from './table-preferences.tsx';

const TablePreferences = lazy(async () => ({
  default: (await import('./table-preferences.tsx')).TablePreferences,
}));

/** Looks like the button of the preferences, which are loaded and opened when it is first pressed. */
export function PreferencesButton(props: TablePreferencesProps) {
  const text = useText('transactionList');
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      variant="icon"
      iconName="settings"
      ariaLabel={text.preferences}
      loading={isWanted}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <Opened>
        <TablePreferences {...props} />
      </Opened>
    </Suspense>
  );
}

/** Presses the button within: the component opens itself in no other way. */
function Opened({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('button')?.click(), []);
  return <div ref={container}>{children}</div>;
}
