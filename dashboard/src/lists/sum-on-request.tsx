import Button from '@cloudscape-design/components/button';
import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '../i18n/language.ts';

/** A button, and in its place the sum when it was pressed. The code of sums loads only then, where it is lazy. */
export function SumOnRequest({ children }: { children: ReactNode }) {
  const text = useText('listSum');
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{text.button}</Button>;
  return <Suspense fallback={<Button loading>{text.button}</Button>}>{children}</Suspense>;
}
