import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { NightRow } from '../../../../functions/dashboard/finance/nights.ts';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { useColumns } from '../../lists/columns.tsx';
import { nightWords } from './night-words.ts';

/** The last days of each bank account, as they were compared with the bank's list: for staff. */
export function NightPanel() {
  const text = useWords(nightWords);
  const called = useCall('POST /finance/nights/search', {});
  return (
    <Panel title={text.title} description={text.describe}>
      <Loading of={called}>
        {({ nights }) =>
          nights.length === 0 ? <EmptyState title={text.none} /> : <Nights rows={nights} onMarked={called.reload} />
        }
      </Loading>
    </Panel>
  );
}

function Nights({ rows, onMarked }: { rows: readonly NightRow[]; onMarked: () => void }) {
  const text = useWords(nightWords);
  const format = useFormat();
  const { isBusy, run } = useAction();
  const again = ({ day, bankAccount }: NightRow) =>
    run(async () => {
      await call('POST /finance/nights/again', { day, bankAccount });
      onMarked();
    });
  const columns = useColumns<
    NightRow,
    'day' | 'account' | 'state' | 'ours' | 'listed' | 'difference' | 'remains' | 'again'
  >(
    {
      day: { header: text.day, isRowHeader: true, cell: ({ day }) => format.day(day) },
      account: { header: text.account, cell: ({ bankAccount }) => bankAccount },
      state: { header: text.state, cell: (row) => <State of={row} /> },
      ours: { header: text.ours, isSum: true, cell: ({ ours }) => format.euros(ours) },
      listed: { header: text.listed, isSum: true, cell: ({ listed }) => listed !== null && format.euros(listed) },
      difference: {
        header: text.difference,
        isSum: true,
        cell: ({ difference }) => difference !== null && format.signedEuros(difference),
      },
      remains: { header: text.remains, cell: (row) => row.remaining > 0 && <Remains of={row} /> },
      again: {
        header: text.again,
        cell: (row) =>
          row.isMarked ? (
            text.marked
          ) : (
            <Button
              variant="inline-link"
              disabled={isBusy}
              ariaLabel={`${text.again}: ${format.day(row.day)}, ${row.bankAccount}`}
              onClick={() => again(row)}
            >
              {text.again}
            </Button>
          ),
      },
    },
    [{ of: 'day', lines: [['day', 'strong'], 'account', 'state', 'ours', 'listed', 'difference', 'remains', 'again'] }],
  );
  return (
    <Table
      variant="embedded"
      items={rows}
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.title }}
      columnDefinitions={columns}
    />
  );
}

function State({ of: { state, at, recorded, remaining } }: { of: NightRow }) {
  const text = useWords(nightWords);
  const format = useFormat();
  const type = state === 'compared' ? (remaining > 0 ? 'warning' : 'success') : state === 'begun' ? 'pending' : 'info';
  return (
    <>
      <StatusIndicator type={type}>{text.states[state]}</StatusIndicator>
      <Box variant="small" display="block">
        {text.at(format.time(at))}
        {recorded > 0 && <>. {text.recorded(format.count(recorded))}</>}
      </Box>
    </>
  );
}

function Remains({ of: { remains, remaining } }: { of: NightRow }) {
  const text = useWords(nightWords);
  const format = useFormat();
  const named = remains.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {remains.map(({ transactionId, of, count }) => (
        <div key={`${transactionId}${of}`} className="long-value">
          {isForeignId(transactionId) ? (
            transactionId
          ) : (
            <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>{transactionId}</Link>
          )}
          : {text.of[of](format.count(count))}
        </div>
      ))}
      {remaining > named && text.more(format.count(remaining))}
    </>
  );
}
