import './home.css';
import { useFreshMerchants } from '../accounts/merchants.tsx';
import { Figure } from '../components/figure.tsx';
import { exceptionWords } from '../finance/exceptions/words.ts';
import { UndeliveredFigures } from '../finance/undelivered/undelivered-figures.tsx';
import { undeliveredWords } from '../finance/undelivered/words.ts';
import { addEuros } from '../i18n/add-euros.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { useList } from '../lists/use-list.ts';
import { hasRole, useMe } from '../session/session-context.ts';
import { PaidTotals } from './paid-totals.tsx';
import { Section } from './section.tsx';
import { homeWords } from './words.ts';

/** Finance's home page; for operators also the accounts that await approval. Each figure is that of the page it links to. */
export function StaffHome() {
  const isOperator = hasRole(useMe(), 'operator');
  return (
    <div className="home-parts">
      <PaidTotals />
      <Undelivered />
      <Exceptions />
      {isOperator && <WaitingAccounts />}
    </div>
  );
}

function Undelivered() {
  const text = useWords(homeWords);
  const words = useWords(undeliveredWords);
  const format = useFormat();
  const list = useList('POST /me/undelivered/search', {}, { minRows: Infinity });
  const { isComplete, isLoading, data } = list;
  return (
    <Section
      title={words.title}
      to="/finance/undelivered"
      of={{ ...list, data: isLoading ? undefined : data }}
      over={({ length }) => (isComplete ? text.allMerchants : text.scannedOver(format.count(length)))}
    >
      {(events) => <UndeliveredFigures events={events} isComplete={isComplete} />}
    </Section>
  );
}

function Exceptions() {
  const text = useWords(homeWords);
  const words = useWords(exceptionWords);
  const format = useFormat();
  const list = useList('POST /me/exceptions/search', { state: 'open' }, { minRows: Infinity });
  const { isComplete, isLoading, data } = list;
  return (
    <Section
      title={words.title}
      to="/finance/exceptions"
      of={{ ...list, data: isLoading ? undefined : data }}
      over={() => (isComplete ? text.allMerchants : words.partial)}
    >
      {(exceptions) => (
        <Figure label={words.open} value={format.bounded(format.count(exceptions.length), isComplete)}>
          {words.otherMoney}:{' '}
          {format.bounded(format.euros(addEuros(exceptions.map(({ received }) => received ?? 0))), isComplete)}
        </Figure>
      )}
    </Section>
  );
}

function WaitingAccounts() {
  const text = useWords(homeWords);
  const format = useFormat();
  const merchants = useFreshMerchants();
  return (
    <Section title={text.waiting} to="/accounts?status=pending" of={merchants} over={() => text.waitingOver}>
      {({ accounts, isComplete }) => {
        // Those that wait come first, the newest on top.
        const waiting = accounts.filter(({ status }) => status === 'pending');
        const oldest = waiting.at(-1);
        const isAll = isComplete || waiting.length < accounts.length;
        return (
          <Figure label={text.waitingFor} value={format.bounded(format.count(waiting.length), isAll)}>
            {oldest && isAll && text.waitingSince(format.time(oldest.createdAt))}
          </Figure>
        );
      }}
    </Section>
  );
}
