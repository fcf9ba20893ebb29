import { lazy, Suspense } from 'react';
import { isStaff, useMe } from '../session/session-context.ts';

// Not part of what a merchant's browser loads.
const MerchantField = lazy(async () => ({ default: (await import('./merchant-field.tsx')).MerchantField }));

interface StaffMerchantFieldProps {
  /** The merchant's id; empty for all. */
  value: string;
  onChange: (merchantId: string) => void;
}

/** Which merchant, on a page that a merchant has too: there is no such choice for one. */
export function StaffMerchantField(props: StaffMerchantFieldProps) {
  if (!isStaff(useMe())) return null;
  return (
    <Suspense fallback={<div className="field-to-come" />}>
      <MerchantField {...props} />
    </Suspense>
  );
}
