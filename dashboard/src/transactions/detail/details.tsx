import Box from '@cloudscape-design/components/box';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { serviceNow } from '../../api/service-time.ts';
import { CopyableValue } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { spacedReference } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment } from '../../lists/cells.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { StatusCell } from '../list/state-cells.tsx';
import { detailWords } from './words.ts';

/** What is fixed about a transaction, each id with a button to copy it. */
export function Facts({ transaction }: Pick<TransactionDetail, 'transaction'>) {
  const text = useWords(detailWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const me = useMe();
  const { transactionId, externalOrderId, merchantId, amount, paymentMethod, createdAt } = transaction;
  const { paidAt, recordedAt, bankAccount, mb } = transaction;
  const pair = (label: string, value: KeyValuePairsProps.Pair['value']) => ({ label, value });
  const copied = (label: string, value: string, shown?: string) =>
    pair(label, <CopyableValue value={value} what={label} shown={shown} />);
  const reference = mb
    ? [
        copied(text.entity, mb.entity),
        copied(text.reference, mb.reference, spacedReference(mb.reference)),
        pair(Date.parse(mb.expiresAt) <= serviceNow() ? text.expired : text.expires, <Moment at={mb.expiresAt} />),
      ]
    : [];
  const ofStaff = isStaff(me)
    ? [pair(text.bankAccount, bankAccount), pair(words.merchant, <MerchantLink merchantId={merchantId} />)]
    : [];
  return (
    <Panel title={text.details}>
      <KeyValuePairs
        columns={3}
        minColumnWidth={180}
        items={[
          pair(words.statusHeading, <StatusCell {...transaction} />),
          pair(words.amount, <Box variant="strong">{format.euros(amount)}</Box>),
          pair(text.method, words.method[paymentMethod ?? 'none']),
          pair(words.paid, paidAt === null ? text.notPaid : <Moment at={paidAt} />),
          copied(text.transactionId, transactionId),
          copied(text.orderId, externalOrderId),
          pair(words.created, <Moment at={createdAt} />),
          pair(text.recorded, recordedAt === null ? '–' : <Moment at={recordedAt} />),
          ...reference,
          ...ofStaff,
        ]}
      />
    </Panel>
  );
}
