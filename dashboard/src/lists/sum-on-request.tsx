import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/language.ts';

/**
 * A button that the sum replaces when it is pressed: the sum gets the focus and is read aloud. Where the code of sums
 * is lazy, it loads only then.
 */
export function SumOnRequest({ children }: { children: ReactNode }) {
  const text = useText('listSum');
  const [isAsked, setAsked] = useState(false);
  const sum = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) sum.current?.focus();
  }, [isAsked]);
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{text.button}</Button>;
  return (
    <div ref={sum} tabIndex={-1} className="focus-target">
      <LiveRegion tagName="div">
        <Suspense fallback={<Button loading>{text.button}</Button>}>{children}</Suspense>
      </LiveRegion>
    </div>
  );
}
