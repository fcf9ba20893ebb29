import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import type { ExceptionKind } from '../../../functions/payments/exceptions/exception.ts';
import { Support } from '../components/support.tsx';
import { capital } from '../i18n/format.ts';
import { useWords } from '../i18n/language.ts';
import { outcomeWords } from '../i18n/sentences.ts';
import { isStaff, useMe } from '../session/session-context.ts';
import { timelineWords } from './timeline/words.ts';

interface ExceptionStepProps {
  kind: ExceptionKind;
  /** After the kind. */
  children: ReactNode;
}

/** An open exception in short: its kind, and the reader's next step. */
export function ExceptionStep({ kind, children }: ExceptionStepProps) {
  const words = useWords(timelineWords);
  const { exception: meanings } = useWords(outcomeWords);
  const isOfStaff = isStaff(useMe());
  const { what, step } = words.nextStep[kind];
  return (
    <>
      <Box variant="strong">{capital(words.kind[kind])}</Box> {children}
      <Box>
        {isOfStaff ? meanings[kind].toDo : `${what} ${step}`}
        {kind === 'order-paid-twice' && !isOfStaff && <Support />}
      </Box>
    </>
  );
}
