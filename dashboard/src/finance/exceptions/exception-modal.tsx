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

interface ExceptionModalProps {
  exception: ListedException;
  /** Add a note to an open exception, or close it for good, with what came of the money. */
  by: 'note' | 'close';
  onClose: () => void;
  /** It was done; the list is not what it was. */
  onDone: () => void;
}

/** Asks for a note, and where the exception is closed for its outcome. */
export function ExceptionModal({ exception, by, ...modal }: ExceptionModalProps) {
  const text = useWords(exceptionWords);
  const flash = useFlash();
  const [outcome, setOutcome] = useState<PersonOutcome>();
  const [isAskedFor, setAskedFor] = useState(false);
  const { transactionId, exceptionId } = exception;
  const isClosing = by === 'close';
  const isForeign = isForeignId(transactionId);
  const save = async (note: string) => {
    if (!isClosing) await call('POST /finance/exceptions/note', { transactionId, exceptionId, text: note });
    else if (outcome === undefined) return false;
    else await call('POST /finance/exceptions/close', { transactionId, exceptionId, outcome, note });
    flash({ type: 'success', content: isClosing ? text.closeDone : text.noteDone });
    return true;
  };
  return (
    <ReasonModal
      title={isClosing ? text.closeTitle : text.noteTitle}
      action={isClosing ? text.closeSave : text.addNote}
      words={{ label: text.note, hint: text.noteHint, missing: text.noteMissing, maxLength: MAX_NOTE_CHARACTERS }}
      onTry={() => setAskedFor(true)}
      onSave={save}
      {...modal}
    >
      <AboutException exception={exception} />
      {isClosing && <Box>{isForeign ? text.closeForeign : text.closeWhat}</Box>}
      {isClosing && (
        <OutcomeField
          value={outcome}
          onChange={setOutcome}
          isMissing={isAskedFor && outcome === undefined}
          outcomes={PERSON_OUTCOMES.filter((value) => value !== 'not-ours' || isForeign)}
        />
      )}
    </ReasonModal>
  );
}

interface OutcomeFieldProps {
  value: PersonOutcome | undefined;
  onChange: (outcome: PersonOutcome) => void;
  isMissing: boolean;
  outcomes: readonly PersonOutcome[];
}

function OutcomeField({ value, onChange, isMissing, outcomes }: OutcomeFieldProps) {
  const text = useWords(exceptionWords);
  const { exceptionOutcome } = useWords(outcomeWords);
  return (
    <FormField label={text.outcome} errorText={isMissing && text.outcomeMissing} stretch>
      <Tiles
        value={value ?? null}
        onChange={({ detail }) => onChange(detail.value as PersonOutcome)}
        columns={2}
        items={outcomes.map((each) => ({
          value: each,
          label: text.outcomeWord[each],
          description: exceptionOutcome[each],
        }))}
      />
    </FormField>
  );
}

/** Which exception a window is about, and what was noted about it. */
function AboutException({ exception }: Pick<ExceptionModalProps, 'exception'>) {
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
