import '../../lists/cells.css';
import type { ExceptionKind } from '../../../../functions/payments/exceptions/exception.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { capital } from '../../i18n/format.ts';
import { useText } from '../../i18n/language.ts';
import { useExceptionTexts } from './exception-texts.ts';

interface KindSelectProps {
  /** Empty: any. */
  kind: string;
  onKind: (kind: string) => void;
}

/** Of which kind the exceptions below are. */
export function KindSelect({ kind, onKind }: KindSelectProps) {
  const text = useExceptionTexts().exceptions;
  const words = useText('timeline');
  return (
    <div className="narrow-field">
      <AnySelect
        ariaLabel={text.kind}
        value={kind}
        any={text.anyKind}
        values={Object.keys(words.kind) as ExceptionKind[]}
        labelOf={(value) => capital(words.kind[value])}
        onChange={onKind}
      />
    </div>
  );
}
