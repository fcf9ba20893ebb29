import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { Support } from '../components/support.tsx';
import { capital } from '../i18n/format.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { isStaff, useMe } from '../session/session-context.ts';
import { isAllReturned, type Stepping, stepOf } from './step-of.ts';

interface ExceptionStepProps extends Stepping {
  /** In EUR; null where it is not known. */
  difference: number | null;
  /** Between the kind and the difference. */
  children: ReactNode;
}

/** An open exception in short: its kind, how much too much or too little came, and the reader's next step. */
export function ExceptionStep({ difference, children, ...exception }: ExceptionStepProps) {
  const words = useText('timeline');
  const outcomes = useText('outcomes');
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const { kind, returned } = exception;
  const isBack = returned !== null && isAllReturned(returned);
  const isAsked = kind === 'order-paid-twice' && !isOfStaff && !isBack;
  return (
    <>
      <Box variant="strong">{capital(words.kind[kind])}</Box> {children}{' '}
      {!!difference && !isBack && words.difference(format.signedEuros(difference))}
      <Box>
        {stepOf(exception, { words, outcomes, format, isStaff: isOfStaff })}
        {isAsked && <Support />}
      </Box>
    </>
  );
}
