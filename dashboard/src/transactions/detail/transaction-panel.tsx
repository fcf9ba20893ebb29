import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import type { TimelineEntry } from '../../../../functions/dashboard/transactions/timeline/entry.ts';
import type {
  DeliveryView,
  TransactionDetail,
} from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { useCall } from '../../api/use-call.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { SplitPanel } from '../../components/split-panel.tsx';
import { Loading } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useText } from '../../i18n/language.ts';
import { useResend } from '../resend/use-resend.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Deliveries } from './deliveries.tsx';
import { Facts } from './details.tsx';
import { Money } from './money.tsx';
import { OpenExceptions } from './open-exceptions.tsx';
import { PaidSiblings } from './paid-siblings.tsx';
import { useFollow } from './use-follow.ts';

interface TransactionPanelProps {
  transactionId: string;
  onClose: () => void;
}

/** The essentials of one transaction in the panel; all of it has a page of its own. */
export function TransactionPanel({ transactionId, onClose }: TransactionPanelProps) {
  const text = useText('transactionDetail');
  const called = useCall('GET /transactions/{transactionId}', { transactionId });
  const { data, isLoading, reload } = called;
  useFollow(data, isLoading, reload);
  const { resend, resendWindow } = useResend(data?.transaction, reload);
  useEffect(() => {
    lineOf(transactionId)?.scrollIntoView({ block: 'nearest' });
  }, [transactionId]);
  return (
    <SplitPanel
      title={data ? text.title(visibleText(data.transaction.externalOrderId)) : text.untitled}
      actions={<Button href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>{text.open}</Button>}
      onClose={onClose}
      onFocusLost={() => (lineOf(transactionId)?.querySelector('input') ?? document.getElementById('content'))?.focus()}
    >
      <Loading of={called}>{(detail) => <Essentials detail={detail} onResend={resend} />}</Loading>
      {resendWindow}
    </SplitPanel>
  );
}

interface EssentialsProps {
  detail: TransactionDetail;
  onResend: (delivery: DeliveryView) => void;
}

function Essentials({ detail, onResend }: EssentialsProps) {
  const text = useText('transactionDetail');
  const { transaction, deliveries, timeline } = detail;
  const entries = timeline.filter(isNotifiedOrFound);
  return (
    <SpaceBetween size="l">
      <PaidSiblings {...detail} />
      <OpenExceptions {...detail} />
      <div className="beside">
        <Facts transaction={transaction} />
        <Deliveries deliveries={deliveries} onResend={onResend} />
      </div>
      <Money {...detail} isInPanel />
      {entries.length > 0 && <Timeline entries={entries} title={text.notifiedAndFound} />}
    </SpaceBetween>
  );
}

/** Entries about notifying the shop, and those that a person must review. */
function isNotifiedOrFound({ kind }: TimelineEntry): boolean {
  return kind.startsWith('webhook') || kind.startsWith('exception') || kind === 'resent' || kind === 'refund';
}

/** The transaction's line in the list, if it is there. */
function lineOf(transactionId: string): HTMLElement | null {
  const link = `[role="grid"] a[href="${CSS.escape(hrefOf(`/transactions/${transactionId}`))}"]`;
  return document.querySelector(link)?.closest('tr') ?? null;
}
