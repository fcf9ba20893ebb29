import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useParams } from 'wouter';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { useCall } from '../../api/use-call.ts';
import { Page } from '../../components/page.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { Loading } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { lastList } from '../list/last-list.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { Delivery } from './delivery.tsx';
import { Facts } from './details.tsx';
import { Money } from './money.tsx';
import { OpenExceptions } from './open-exceptions.tsx';
import { Siblings } from './siblings.tsx';
import { useFollow } from './use-follow.ts';
import { detailWords } from './words.ts';

/** Everything about one transaction. It updates automatically while something is in progress. */
export function TransactionPage() {
  const { id = '' } = useParams<{ id: string }>();
  // Another transaction is another page: nothing of the one before may stay.
  return <OfTransaction key={id} transactionId={id} />;
}

function OfTransaction({ transactionId }: { transactionId: string }) {
  const text = useWords(detailWords);
  const words = useWords(transactionWords);
  const called = useCall('GET /me/transactions/{transactionId}', { transactionId });
  const { data, isLoading, reload } = called;
  const isFollowing = useFollow(data, isLoading, reload);
  const title = data ? text.title(visibleText(data.transaction.externalOrderId)) : words.transaction;
  return (
    <Page
      title={title}
      back={{ text: text.back, path: lastList() }}
      description={isFollowing ? <StatusIndicator type="in-progress">{text.live}</StatusIndicator> : undefined}
      actions={<RefreshButton of={called} isQuiet={isFollowing} />}
    >
      {/* Replaced when it is there: a long order id makes the heading above it grow, and what was there would jump. */}
      <Loading key={data === undefined ? 'loading' : 'loaded'} of={called}>
        {(detail) => <Detail detail={detail} onSent={reload} />}
      </Loading>
    </Page>
  );
}

function Detail({ detail, onSent }: { detail: TransactionDetail; onSent: () => void }) {
  const text = useWords(detailWords);
  const { transaction, timeline, isComplete, siblings } = detail;
  const isPaidTwice = transaction.status === 'paid' && siblings.some(({ status }) => status === 'paid');
  return (
    <SpaceBetween size="l">
      {isPaidTwice && <Alert type="warning">{text.paidTwice}</Alert>}
      <OpenExceptions {...detail} />
      <Facts transaction={transaction} />
      <Money {...detail} />
      <Delivery {...detail} onSent={onSent} />
      <Timeline entries={timeline} />
      {!isComplete && <Alert type="info">{text.incomplete}</Alert>}
      <Siblings {...detail} />
    </SpaceBetween>
  );
}
