import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { useText } from '../../i18n/language.ts';
import { isStaff, useMe } from '../../session/session-context.ts';

/** That a person has to look at it, with the way there for those who can; nothing where all is well. */
export function OpenExceptions({ timeline }: Pick<TransactionDetail, 'timeline'>) {
  const text = useText('transactionDetail');
  const me = useMe();
  const open = timeline.filter((entry) => entry.kind === 'exception' && entry.state === 'open').length;
  if (open === 0) return null;
  return (
    <Alert
      type="warning"
      header={text.openException(open)}
      action={isStaff(me) && <Button href={hrefOf('/finance/exceptions')}>{text.toException}</Button>}
    >
      {text.openExceptionWhere}
    </Alert>
  );
}
