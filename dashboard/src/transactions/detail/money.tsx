import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { TransactionDetail } from '../../../../functions/dashboard/transactions/transaction-detail.ts';
import type { MoneyView } from '../../../../functions/dashboard/transactions/transaction-money.ts';
import { Figure } from '../../components/figure.tsx';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { moneyWords, transactionWords } from '../../i18n/shared-words.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { detailWords } from './words.ts';

/** Each record of money of the transaction, and their plain sums. Nothing before the first. */
export function Money({ money, transaction: { amount } }: Pick<TransactionDetail, 'money' | 'transaction'>) {
  const text = useWords(detailWords);
  const words = useWords(moneyWords);
  const format = useFormat();
  const columns = useMoneyColumns(amount);
  const { movements, gross, other, returned, balance, unreadable } = money;
  if (movements.length === 0) return null;
  return (
    <Panel title={text.money}>
      <SpaceBetween size="m">
        {balance < 0 && (
          <Alert type="warning">{text.moreReturned(format.euros(returned), format.euros(gross + other))}</Alert>
        )}
        <Table
          items={movements}
          variant="embedded"
          wrapLines
          ariaLabels={{ tableLabel: text.money }}
          columnDefinitions={columns}
        />
        <ColumnLayout columns={4} minColumnWidth={140} variant="text-grid">
          <Figure label={words.received} value={format.euros(gross)} />
          <Figure label={`+ ${words.kind.other}`} value={format.euros(other)}>
            {other > 0 && words.noRevenue}
          </Figure>
          <Figure label={`− ${words.kind.returned}`} value={format.euros(returned)}>
            {unreadable > 0 && text.unreadable(unreadable)}
          </Figure>
          <Figure label={`= ${words.balance}`} value={format.euros(balance)} />
        </ColumnLayout>
      </SpaceBetween>
    </Panel>
  );
}

/** `amount` is the amount requested. */
function useMoneyColumns(amount: number) {
  const text = useWords(detailWords);
  const words = useWords(transactionWords);
  const money = useWords(moneyWords);
  const format = useFormat();
  const whatOf = ({ kind, what }: MoneyView) => `${money.kind[kind]}${what === null ? '' : `: ${money.reason[what]}`}`;
  return useColumns<MoneyView, 'what' | 'at' | 'amount' | 'start' | 'name'>(
    {
      what: { header: text.what, isRowHeader: true, cell: whatOf },
      at: {
        header: text.at,
        cell: ({ at, timeIsOurs }) => (
          <>
            <Moment at={at} />
            {timeIsOurs && (
              <Box variant="small" display="block">
                {text.timeIsOurs}
              </Box>
            )}
          </>
        ),
      },
      amount: {
        header: words.amount,
        isSum: true,
        cell: (each) => (
          <>
            {each.amount === null
              ? text.noAmount
              : each.kind === 'returned'
                ? format.signedEuros(-each.amount)
                : format.euros(each.amount)}
            {each.kind === 'payment' && each.amount !== amount && (
              <Box variant="small" display="block">
                {text.requested(format.euros(amount))}
              </Box>
            )}
          </>
        ),
      },
      start: {
        header: text.start,
        cell: ({ method, start, bankId }) => (
          <>
            {[...(method ? [words.method[method]] : []), ...(start ? [text.request(start)] : [])].join(', ')}
            <Box variant="small" display="block">
              <span className="long-value">{bankId}</span>
            </Box>
          </>
        ),
      },
      name: { header: text.bankName, cell: ({ name }) => name !== null && <span className="long-value">{name}</span> },
    },
    [{ of: 'what', lines: ['what', ['at', 'small'], 'start', ['name', 'small', 'named']] }, 'amount'],
  );
}
