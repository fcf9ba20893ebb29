import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { useWords } from '../../i18n/language.ts';
import { isStaff, useMe } from '../../session/session-context.ts';
import { ExceptionStep } from '../exception-step.tsx';
import { anchorOf } from '../timeline/timeline-line.ts';
import { detailWords } from './words.ts';

/**
 * What a person has to review, each with the next step and its position in the timeline; for staff the way to close it.
 * Nothing where all is well.
 */
export function OpenExceptions({ transaction, timeline }: Pick<TransactionDetail, 'transaction' | 'timeline'>) {
  const text = useWords(detailWords);
  const me = useMe();
  const open = timeline.filter((entry) => entry.kind === 'exception').filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  const list = new URLSearchParams({ merchant: transaction.merchantId });
  return (
    <Alert
      type="warning"
      header={text.openException(open.length)}
      action={isStaff(me) && <Button href={hrefOf(`/finance/exceptions?${list}`)}>{text.toException}</Button>}
    >
      <ul className="plain-list">
        {open.map((entry) => (
          <li key={entry.exceptionId}>
            <ExceptionStep kind={entry.exception}>
              <Link
                href={`#${anchorOf(entry)}`}
                onFollow={(event) => {
                  event.preventDefault();
                  const entryElement = document.getElementById(anchorOf(entry));
                  entryElement?.scrollIntoView({ block: 'center' });
                  entryElement?.focus();
                }}
              >
                {text.toTimeline}
              </Link>
            </ExceptionStep>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
