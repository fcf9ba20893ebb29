import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import { lazy, type ReactNode, Suspense } from 'react';
import { isStaff, useMe } from '../session/session-context.ts';
import { PeriodField } from './period-field.tsx';
import type { Filter } from './use-filter.ts';

// Not part of what a merchant's browser loads.
const MerchantField = lazy(async () => ({ default: (await import('../accounts/merchant-field.tsx')).MerchantField }));

interface FilterBarProps {
  filter: Filter;
  /** What happened in the period, where that is not plain. */
  label?: string;
  /** The page's own fields. */
  children?: ReactNode;
}

/** The filter of a list: the period, fields of its own, and for staff the merchant. */
export function FilterBar({ filter: { days, hasAllTime, merchantId, choose }, label, children }: FilterBarProps) {
  const isOfStaff = isStaff(useMe());
  return (
    <Container>
      <ColumnLayout columns={4} minColumnWidth={170}>
        <PeriodField
          {...{ days, hasAllTime, label }}
          onChange={(next) => choose({ from: next?.from ?? '', to: next?.to ?? '' })}
        />
        {children}
        {isOfStaff && (
          <Suspense fallback={<div className="field-to-come" />}>
            <MerchantField value={merchantId} onChange={(merchant) => choose({ merchant })} />
          </Suspense>
        )}
      </ColumnLayout>
    </Container>
  );
}
