import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { serviceNow } from '../../api/service-time.ts';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useMovementColumns } from '../../finance/movements/movement-columns.tsx';
import { spacedReference, visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/words.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { today } from '../../period/days.ts';
import { storeList } from '../list/last-list.ts';
import { TransactionTable } from '../list/transaction-table.tsx';
import { type AmountOnDay, amountOnDay, cleaned, exactHit, type Find, findsOf } from './finds.ts';
import { searchWords } from './words.ts';

/** What the field in the header has found, and how: transactions by an id, or what an amount did on a day. */
export function SearchPage() {
  const text = useWords(searchWords);
  const query = useSearch();
  useEffect(() => storeList(`/search?${query}`), [query]);
  const typed = cleaned(new URLSearchParams(query).get('for') ?? '');
  const format = useFormat();
  const amount = amountOnDay(typed, today(serviceNow()));
  const asked = amount
    ? text.searchedFor(text.by.amount(format.euros(amount.cents / 100), format.day(amount.day)))
    : visibleText(typed);
  return (
    <Page title={text.title} description={<span className="note">{asked}</span>}>
      <SpaceBetween size="l">
        {amount ? <OnDay key={typed} {...amount} /> : <Found key={typed} finds={findsOf(typed)} />}
        <Panel title={text.hints}>
          <ul>
            {Object.values(text.hint).map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </Panel>
      </SpaceBetween>
    </Page>
  );
}

/** Tries one way after the other until one finds something. */
function Found({ finds }: { finds: readonly Find[] }) {
  const text = useWords(searchWords);
  const [at, setAt] = useState(0);
  const find = finds[at];
  const list = useList('POST /me/transactions/search', find ? { find } : null, { minRows: 1 });
  const isSettled = list.isComplete && !list.isLoading && list.error === undefined;
  const goesOn = isSettled && list.rows.length === 0 && at + 1 < finds.length;
  useEffect(() => {
    if (goesOn) setAt(at + 1);
  }, [goesOn, at]);
  useOpenHit(isSettled && find ? exactHit(find, list.rows) : undefined);
  if (!find) return <EmptyState title={text.none}>{text.empty}</EmptyState>;
  const tried = finds.slice(0, at + 1).map((each) => nameOf(each, text));
  return (
    <TransactionTable
      list={{ ...list, isLoading: list.isLoading || goesOn }}
      isFiltered={false}
      title={text.found}
      description={<span className="note">{text.searchedFor(tried.join(', '))}</span>}
      empty={!goesOn && <EmptyState title={text.none} />}
    />
  );
}

function nameOf(find: Find, { by }: Texts<typeof searchWords>): string {
  if ('transactionId' in find) return by.transaction(visibleText(find.transactionId));
  if ('bankId' in find) return by.bank(visibleText(find.bankId));
  if ('orderId' in find) return by.order(visibleText(find.orderId));
  return by.reference(`${find.entity ?? ''} ${spacedReference(find.reference)}`.trim());
}

/** Who comes from the field goes on to the one transaction that was meant. */
function useOpenHit(hit: string | undefined): void {
  const [, navigate] = useLocation();
  const opensHit = useHistoryState<{ opensHit?: boolean } | null>()?.opensHit === true;
  useEffect(() => {
    if (opensHit && hit !== undefined) navigate(`/transactions/${encodeURIComponent(hit)}`, { replace: true });
  }, [opensHit, hit, navigate]);
}

// Movements of one page.
const PART = 500;

/** The movements of an amount on a day, and the transactions over it that were created on that day. */
function OnDay({ cents, day }: AmountOnDay) {
  const text = useWords(searchWords);
  const format = useFormat();
  const columns = useMovementColumns(Number.POSITIVE_INFINITY);
  const days = { from: day, to: day };
  const isWanted = (row: { cents: number | null }) => row.cents === cents;
  const moved = useList('POST /me/movements/search', { ...days, limit: PART }, { minRows: 1, isWanted });
  const created = useList(
    'POST /me/transactions/search',
    { find: { period: { by: 'created', ...days } }, filters: { amount: cents / 100 } },
    { minRows: 1 },
  );
  return (
    <SpaceBetween size="l">
      <ScannedList
        list={{ ...moved, rows: moved.rows.filter(isWanted) }}
        title={text.moved}
        trackBy={({ transactionId, item }) => `${transactionId} ${item}`}
        columnDefinitions={columns}
        empty={moved.isComplete && <EmptyState title={text.none} />}
        progress={text.movedScanned(format.count(moved.scanned))}
      />
      <TransactionTable list={created} isFiltered title={text.created} empty={<EmptyState title={text.none} />} />
    </SpaceBetween>
  );
}
