import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Tiles from '@cloudscape-design/components/tiles';
import { useState } from 'react';
import {
  EXCEPTION_OUTCOMES,
  type ExceptionOutcome,
} from '../../../../functions/payments/exceptions/exception-outcomes.ts';
import { MAX_NOTE_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ReasonModal } from '../../components/reason-modal.tsx';
import { SaveModal } from '../../components/save-modal.tsx';
import { capital, visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { useMe } from '../../session/session-context.ts';
import { About } from '../../transactions/about.tsx';
import { type ListedException, useReturned } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface ModalProps {
  exception: ListedException;
  onClose: () => void;
  /** It was done; the list is not what it was. */
  onDone: () => void;
}

/** Assigns an exception to a person. */
export function AssignModal({ exception, onClose, onDone }: ModalProps) {
  const text = useExceptionTexts().exceptions;
  const flash = useFlash();
  const me = useMe();
  const own = me.email ?? me.userId;
  const [to, setTo] = useState(exception.assigned?.to ?? '');
  const [isAskedFor, setAskedFor] = useState(false);
  const { transactionId, exceptionId } = exception;
  const name = to.trim();
  const save = async () => {
    setAskedFor(true);
    if (name === '') return false;
    await call('POST /finance/exceptions/assign', { transactionId, exceptionId, to: name });
    flash({ type: 'success', content: text.assignDone(visibleText(name)) });
    return true;
  };
  const isMissing = isAskedFor && name === '';
  return (
    <SaveModal title={text.assignTitle} action={text.assignSave} onSave={save} onClose={onClose} onDone={onDone}>
      <AboutException exception={exception} />
      <FormField
        label={text.assignTo}
        errorText={isMissing ? text.assignMissing : undefined}
        secondaryControl={<Button onClick={() => setTo(own)}>{text.me}</Button>}
      >
        <Input value={to} onChange={({ detail }) => setTo(detail.value.slice(0, 100))} invalid={isMissing} />
      </FormField>
    </SaveModal>
  );
}

/** Which exception a window is about. */
function AboutException({ exception }: Pick<ModalProps, 'exception'>) {
  const words = useText('timeline');
  const format = useFormat();
  const { kind, difference, received } = exception;
  const returned = useReturned()(exception);
  const parts = [capital(words.kind[kind]), ...(difference ? [words.difference(format.signedEuros(difference))] : [])];
  return (
    <div>
      <About {...exception} amount={difference ? null : received} />
      <Box variant="strong">{parts.join(' · ')}</Box>
      {returned && <Box>{returned}</Box>}
    </div>
  );
}

/** Closes an exception for good, with what came of the money and a note. */
export function CloseModal({ exception, onClose, onDone }: ModalProps) {
  const text = useExceptionTexts().exceptions;
  const outcomes = useText('outcomes');
  const flash = useFlash();
  const [outcome, setOutcome] = useState<ExceptionOutcome>();
  const [isAskedFor, setAskedFor] = useState(false);
  const { transactionId, exceptionId } = exception;
  const save = async (note: string) => {
    if (outcome === undefined) return false;
    await call('POST /finance/exceptions/close', { transactionId, exceptionId, outcome, note });
    flash({ type: 'success', content: text.closeDone });
    return true;
  };
  return (
    <ReasonModal
      title={text.closeTitle}
      action={text.closeSave}
      words={{ label: text.note, hint: text.noteHint, missing: text.noteMissing, maxLength: MAX_NOTE_CHARACTERS }}
      onTry={() => setAskedFor(true)}
      onSave={save}
      onClose={onClose}
      onDone={onDone}
    >
      <AboutException exception={exception} />
      <Box>{text.closeWhat}</Box>
      <FormField
        label={text.outcome}
        errorText={isAskedFor && outcome === undefined ? text.outcomeMissing : undefined}
        stretch
      >
        <Tiles
          value={outcome ?? null}
          onChange={({ detail }) => setOutcome(detail.value as ExceptionOutcome)}
          columns={2}
          items={EXCEPTION_OUTCOMES.map((value) => ({
            value,
            label: text.outcomeWord[value],
            description: outcomes.exceptionOutcome[value],
          }))}
        />
      </FormField>
    </ReasonModal>
  );
}
