import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { detailWords } from './words.ts';

/** Says at once that the order was paid by another transaction too. */
export function PaidSiblings({ transaction, siblings }: Pick<TransactionDetail, 'transaction' | 'siblings'>) {
  const text = useWords(detailWords);
  const format = useFormat();
  const paid = siblings.filter(({ status }) => status === 'paid');
  if (transaction.status !== 'paid' || paid.length === 0) return null;
  return (
    <Alert type="warning" header={text.paidTwice}>
      <ul className="plain-list">
        {paid.map(({ transactionId, amount, paidAt }) => (
          <li key={transactionId}>
            <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
              <span className="long-value">{transactionId}</span>
            </Link>
            : {format.euros(amount)}
            {paidAt !== null && `, ${format.time(paidAt)}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
