import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import { MerchantField } from '../accounts/merchant-field.tsx';
import { PeriodField } from '../period/period-field.tsx';
import type { FinanceQuery } from './finance-query.ts';

interface FinanceFilterProps {
  query: FinanceQuery;
  onChange: (query: FinanceQuery) => void;
  /** What happened in the period, where that is not plain. */
  label?: string;
}

/** Which merchant, and all time or a period. */
export function FinanceFilter({ query: { merchantId, days }, onChange, ...field }: FinanceFilterProps) {
  return (
    <Container>
      <ColumnLayout columns={4} minColumnWidth={170}>
        <MerchantField value={merchantId} onChange={(next) => onChange({ days, merchantId: next })} />
        <PeriodField
          {...field}
          days={days}
          onChange={(next) => onChange({ merchantId, days: next })}
          onAllTime={() => onChange({ merchantId, days: undefined })}
        />
      </ColumnLayout>
    </Container>
  );
}
