import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useParams } from 'wouter';
import type {
  DeliveryView,
  TransactionDetail,
} from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { useCall } from '../../api/use-call.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.ts';
import { lastList } from '../list/last-list.ts';
import { listWords } from '../list/words.ts';
import { useResend } from '../resend/use-resend.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Deliveries } from './deliveries.tsx';
import { Facts } from './details.tsx';
import { Money } from './money.tsx';
import { OpenExceptions } from './open-exceptions.tsx';
import { PaidSiblings } from './paid-siblings.tsx';
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
  const list = useWords(listWords);
  const called = useCall('GET /me/transactions/{transactionId}', { transactionId });
  const { data, isLoading, reload } = called;
  const isFollowing = useFollow(data, isLoading, reload);
  const { resend, resendWindow } = useResend(data?.transaction, reload);
  const title = data ? text.title(visibleText(data.transaction.externalOrderId)) : text.untitled;
  return (
    <Page
      title={title}
      crumbs={[{ text: list.title, path: lastList() }]}
      description={isFollowing ? <StatusIndicator type="in-progress">{text.live}</StatusIndicator> : undefined}
      actions={
        <Button
          iconName="refresh"
          ariaLabel={text.refresh}
          onClick={reload}
          loading={isLoading && data !== undefined && !isFollowing}
        />
      }
    >
      {/* Replaced when it is there: a long order id makes the heading above it grow, and what was there would jump. */}
      <Loading key={data === undefined ? 'loading' : 'loaded'} of={called}>
        {(detail) => <Detail detail={detail} onResend={resend} />}
      </Loading>
      {resendWindow}
    </Page>
  );
}

interface DetailProps {
  detail: TransactionDetail;
  onResend: (delivery: DeliveryView) => void;
}

function Detail({ detail, onResend }: DetailProps) {
  const text = useWords(detailWords);
  const { transaction, deliveries, timeline, isComplete } = detail;
  return (
    <SpaceBetween size="l">
      <PaidSiblings {...detail} />
      <OpenExceptions {...detail} />
      <Facts transaction={transaction} />
      <Money {...detail} />
      <Deliveries deliveries={deliveries} onResend={onResend} />
      <Timeline entries={timeline} />
      {!isComplete && <Alert type="info">{text.incomplete}</Alert>}
      <Siblings {...detail} />
      <Link href={hrefOf(lastList())}>{text.back}</Link>
    </SpaceBetween>
  );
}
