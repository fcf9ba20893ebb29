import '../lists/cells.css';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Link from '@cloudscape-design/components/link';
import { shortened, visibleText } from '../i18n/format.ts';
import { useWords } from '../i18n/language.ts';
import { commonWords, transactionWords } from '../i18n/shared-words.ts';
import { hrefOf } from './inner-links.ts';

interface CopyButtonProps {
  /** What is copied. */
  value: string;
  /** What it is, in words, for screen readers: `transaction id`. */
  what: string;
}

export function CopyButton({ value, what }: CopyButtonProps) {
  const text = useWords(commonWords);
  return (
    <CopyToClipboard
      variant="icon"
      textToCopy={value}
      copyButtonAriaLabel={text.copyWhat(what)}
      copySuccessText={text.copied}
      copyErrorText={text.copyFailed}
    />
  );
}

interface CopyableValueProps extends CopyButtonProps {
  /** What is shown, where it is not the value itself. */
  shown?: string | undefined;
}

/** A value in letters of one width, which may break, with the button to copy it before it. */
export function CopyableValue({ value, what, shown = value }: CopyableValueProps) {
  const text = useWords(commonWords);
  return (
    <span className="long-value">
      <CopyToClipboard
        variant="inline"
        textToCopy={value}
        textToDisplay={visibleText(shown)}
        copyButtonAriaLabel={text.copyWhat(what)}
        copySuccessText={text.copied}
        copyErrorText={text.copyFailed}
      />
    </span>
  );
}

/** A transaction's id, shortened: a link to the transaction, with a button that copies the complete id. */
export function ShortId({ transactionId }: { transactionId: string }) {
  const words = useWords(transactionWords);
  return (
    <span className="unbroken">
      <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
        <span className="long-value" title={transactionId}>
          {shortened(transactionId)}
        </span>
      </Link>{' '}
      <CopyButton value={transactionId} what={`${words.transaction} ${transactionId}`} />
    </span>
  );
}
