import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { NightRow } from '../../../../functions/dashboard/finance/nights.ts';
import { isForeignId } from '../../../../functions/payments/foreign-id.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import type { Called } from '../../api/use-call.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { useColumns } from '../../lists/columns.tsx';
import { ScannedList, wholeList } from '../../lists/scanned-list.tsx';
import { nightWords } from './night-words.ts';

/** The last days of each bank account whose provider has a list, as they were compared with it. */
export function NightPanel({ called }: { called: Called<'POST /finance/nights/search'> }) {
  const text = useWords(nightWords);
  const format = useFormat();
  const { isBusy, run } = useAction();
  // A day without anything on either side is no row.
  const nights = (called.data?.nights ?? []).filter(
    ({ state, ours, listed, recorded, remaining, isMarked }) =>
      state !== 'compared' || isMarked || ours !== 0 || listed !== 0 || recorded + remaining > 0,
  );
  const again = ({ day, bankAccount }: NightRow) =>
    run(async () => {
      await call('POST /finance/nights/again', { day, bankAccount });
      called.reload();
    });
  const columns = useColumns<
    NightRow,
    'day' | 'account' | 'state' | 'at' | 'recorded' | 'ours' | 'listed' | 'difference' | 'remains' | 'again'
  >(
    {
      day: { header: text.day, isRowHeader: true, cell: ({ day }) => format.day(day) },
      account: { header: text.account, cell: ({ bankAccount }) => bankAccount },
      state: {
        header: text.state,
        cell: ({ state, remaining }) => (
          <StatusIndicator type={state === 'compared' && remaining > 0 ? 'warning' : STATE_TYPES[state]}>
            <span className="words">{text.states[state]}</span>
          </StatusIndicator>
        ),
      },
      at: { below: 'state', header: text.state, cell: ({ at }) => text.at(format.time(at)) },
      recorded: {
        below: 'state',
        header: text.state,
        cell: ({ recorded }) => recorded > 0 && text.recorded(format.count(recorded)),
      },
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
    [
      {
        of: 'day',
        lines: [
          ['day', 'strong'],
          'account',
          'state',
          ['at', 'small'],
          ['recorded', 'small'],
          ['ours', 'small', 'named'],
          ['listed', 'small', 'named'],
          ['difference', 'small', 'named'],
          'remains',
          'again',
        ],
      },
    ],
  );
  return (
    <ScannedList
      list={{ ...wholeList(nights), ...called, data: called.data && nights }}
      title={text.title}
      description={text.describe}
      columnDefinitions={columns}
      empty={<EmptyState title={called.data?.nights.length ? text.quiet : text.none} />}
    />
  );
}

const STATE_TYPES = { compared: 'success', begun: 'pending', 'not-asked': 'info', failed: 'info' } as const;

function Remains({ of: { remains, remaining } }: { of: NightRow }) {
  const text = useWords(nightWords);
  const format = useFormat();
  const named = remains.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {remains.map(({ transactionId, of, count }) => (
        <div key={`${transactionId}${of}`}>
          <span className="long-value">
            {isForeignId(transactionId) ? (
              transactionId
            ) : (
              <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>{transactionId}</Link>
            )}
          </span>
          : {text.of[of](format.count(count))}
        </div>
      ))}
      {remaining > named && text.more(format.count(remaining))}
    </>
  );
}
