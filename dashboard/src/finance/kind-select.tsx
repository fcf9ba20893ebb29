import '../transactions/cells.css';
import Select from '@cloudscape-design/components/select';
import type { ExceptionKind } from '../../../functions/payments/exception.ts';
import { useText } from '../text/language.ts';
import { capital } from '../transactions/capital.ts';
import { TIMELINE_TEXT } from '../transactions/timeline-text.ts';
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
