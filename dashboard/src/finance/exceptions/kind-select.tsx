import '../../lists/cells.css';
import Select from '@cloudscape-design/components/select';
import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import { useText } from '../../i18n/language.ts';
import { capital } from '../../lists/capital.ts';
import { TIMELINE_TEXT } from '../../transactions/timeline/timeline-text.ts';
import { EXCEPTIONS_TEXT } from './exceptions-text.ts';

interface KindSelectProps {
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
}

/** Of which kind the exceptions below are. */
export function KindSelect({ kind, onKind }: KindSelectProps) {
  const text = useText(EXCEPTIONS_TEXT);
  const words = useText(TIMELINE_TEXT);
  const options = [
    { value: '', label: text.anyKind },
    ...(Object.keys(words.kind) as ExceptionKind[]).map((value) => ({ value, label: capital(words.kind[value]) })),
  ];
  return (
    <div className="narrow-field">
      <Select
        ariaLabel={text.kind}
        options={options}
        selectedOption={options.find(({ value }) => value === kind) ?? null}
        onChange={({ detail }) => onKind(detail.selectedOption.value ?? '')}
      />
    </div>
  );
}
