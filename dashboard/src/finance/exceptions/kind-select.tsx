import '../../lists/cells.css';
import Select from '@cloudscape-design/components/select';
import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import { capital } from '../../i18n/format.ts';
import { useText } from '../../i18n/language.ts';

interface KindSelectProps {
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
}

/** Of which kind the exceptions below are. */
export function KindSelect({ kind, onKind }: KindSelectProps) {
  const text = useText('exceptions');
  const words = useText('timeline');
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
