import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import { MAX_REASON_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';

/** Where it is no ordinary reason. `missing` is shown while nothing is given and it was asked for. */
export interface ReasonWords {
  label?: string;
  hint?: string;
  missing?: string;
  placeholder?: string;
  maxLength?: number;
}

interface ReasonFieldProps extends ReasonWords {
  value: string;
  onChange: (text: string) => void;
  /** Someone has tried to go on without. */
  isAskedFor: boolean;
  isDisabled?: boolean;
}

/** A reason that is recorded, with the number of characters left. */
export function ReasonField({ value, onChange, isAskedFor, isDisabled = false, ...words }: ReasonFieldProps) {
  const text = useWords(commonWords);
  const { label = text.reason, hint = text.reasonHint, missing = text.reasonMissing } = words;
  const { placeholder = '', maxLength = MAX_REASON_CHARACTERS } = words;
  const isMissing = isAskedFor && value.trim() === '';
  return (
    <FormField
      label={label}
      description={hint}
      errorText={isMissing ? missing : undefined}
      constraintText={value.length > maxLength * 0.8 ? `${value.length} / ${maxLength}` : undefined}
      stretch
    >
      <Textarea
        value={value}
        onChange={({ detail }) => onChange(detail.value.slice(0, maxLength))}
        placeholder={placeholder}
        rows={2}
        invalid={isMissing}
        disabled={isDisabled}
        ariaRequired
      />
    </FormField>
  );
}
