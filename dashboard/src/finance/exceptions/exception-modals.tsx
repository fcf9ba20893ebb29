import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Tiles from '@cloudscape-design/components/tiles';
import { useState } from 'react';
import { PERSON_OUTCOMES, type PersonOutcome } from '../../../../functions/payments/exceptions/exception-outcomes.ts';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { MAX_NOTE_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { call } from '../../api/client.ts';
import { useFlash } from '../../app/flash.tsx';
import { ReasonModal } from '../../components/reason-modal.tsx';
import { capital } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { About } from '../../transactions/about.tsx';
import { timelineWords } from '../../transactions/timeline/words.ts';
import { type ListedException, Note } from './exception-cells.tsx';
import { exceptionWords } from './words.ts';

interface ModalProps {
  exception: ListedException;
  onClose: () => void;
  /** It was done; the list is not what it was. */
  onDone: () => void;
}

function useNoteWords() {
  const text = useWords(exceptionWords);
  return { label: text.note, hint: text.noteHint, missing: text.noteMissing, maxLength: MAX_NOTE_CHARACTERS };
}

/** Adds a note to those of an open exception. */
export function NoteModal({ exception, ...modal }: ModalProps) {
  const text = useWords(exceptionWords);
  const flash = useFlash();
  const { transactionId, exceptionId } = exception;
  const save = async (note: string) => {
    await call('POST /finance/exceptions/note', { transactionId, exceptionId, text: note });
    flash({ type: 'success', content: text.noteDone });
    return true;
  };
  return (
    <ReasonModal title={text.noteTitle} action={text.addNote} words={useNoteWords()} onSave={save} {...modal}>
      <AboutException exception={exception} />
    </ReasonModal>
  );
}

/** Closes an exception for good, with what came of the money and a note. */
export function CloseModal({ exception, ...modal }: ModalProps) {
  const text = useWords(exceptionWords);
  const outcomes = useWords(outcomeWords);
  const flash = useFlash();
  const [outcome, setOutcome] = useState<PersonOutcome>();
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
      words={useNoteWords()}
      onTry={() => setAskedFor(true)}
      onSave={save}
      {...modal}
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
          onChange={({ detail }) => setOutcome(detail.value as PersonOutcome)}
          columns={2}
          items={PERSON_OUTCOMES.filter((value) => value !== 'not-ours' || isForeignId(transactionId)).map((value) => ({
            value,
            label: text.outcomeWord[value],
            description: outcomes.exceptionOutcome[value],
          }))}
        />
      </FormField>
    </ReasonModal>
  );
}

/** Which exception a window is about, and what was noted about it. */
function AboutException({ exception }: Pick<ModalProps, 'exception'>) {
  const words = useWords(timelineWords);
  const { exception: meanings } = useWords(outcomeWords);
  const { kind, received, reported, notes } = exception;
  return (
    <div>
      <About {...exception} amount={received ?? reported} />
      <Box variant="strong">{capital(words.kind[kind])}</Box>
      <Box>{meanings[kind].toDo}</Box>
      {notes.map((note) => (
        <div key={`${note.at} ${note.by}`}>
          <Note {...note} />
        </div>
      ))}
    </div>
  );
}
