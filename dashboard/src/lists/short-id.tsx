import './cells.css';
import Link from '@cloudscape-design/components/link';
import { CopyButton } from '../components/copy-button.tsx';
import { hrefOf } from '../components/inner-links.ts';
import { useText } from '../i18n/language.ts';
import { shortened } from './shortened.ts';

/** A transaction's id where there is little room: shortened, leads to the transaction, and can be copied whole. */
export function ShortId({ transactionId }: { transactionId: string }) {
  const words = useText('transactions');
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
