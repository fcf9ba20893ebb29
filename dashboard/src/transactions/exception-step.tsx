import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { NotifiedOf } from '../../../functions/dashboard/finance/exceptions-rule.ts';
import type { ExceptionKind } from '../../../functions/payments/exceptions/exception.ts';
import { Support } from '../components/support.tsx';
import { capital } from '../i18n/format.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { isStaff, useMe } from '../session/session-context.ts';

interface ExceptionStepProps {
  kind: ExceptionKind;
  /** In EUR; null where it is not known. */
  difference: number | null;
  notifiedOf: NotifiedOf;
  /** Between the kind and the difference. */
  children: ReactNode;
}

/** An open exception in short: its kind, how much too much or too little came, and the reader's next step. */
export function ExceptionStep({ kind, difference, notifiedOf, children }: ExceptionStepProps) {
  const words = useText('timeline');
  const meanings = useText('outcomes').exception;
  const format = useFormat();
  const ofMerchant = kind === 'late' ? words.nextStepLate[notifiedOf ?? 'other'] : words.nextStep[kind];
  const isOfStaff = isStaff(useMe());
  return (
    <>
      <Box variant="strong">{capital(words.kind[kind])}</Box> {children}{' '}
      {!!difference && words.difference(format.signedEuros(difference))}
      <Box>
        {isOfStaff ? meanings[kind].toDo : ofMerchant}
        {kind === 'order-paid-twice' && !isOfStaff && <Support />}
      </Box>
    </>
  );
}
