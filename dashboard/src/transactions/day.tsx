import Input from '@cloudscape-design/components/input';
import { lazy, Suspense } from 'react';
import type { DayFieldProps } from './day-field.tsx';

const DayField = lazy(async () => ({ default: (await import('./day-field.tsx')).DayField }));

/** The calendar's own module comes when it is wanted; until then the day can be typed. */
export function Day(props: DayFieldProps) {
  const { value, onChange, isInvalid = false } = props;
  const plain = <Input value={value} onChange={({ detail }) => onChange(detail.value)} invalid={isInvalid} />;
  return (
    <Suspense fallback={plain}>
      <DayField {...props} />
    </Suspense>
  );
}
