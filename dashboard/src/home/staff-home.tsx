import { Figure } from '../components/figure.tsx';
import { exceptionWords } from '../finance/exceptions/words.ts';
import { addEuros } from '../i18n/add-euros.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { hasRole, useMe } from '../session/session-context.ts';
import { PaidTotals, Undelivered } from './parts.tsx';
import { Section, useFigures } from './section.tsx';
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

function Exceptions() {
  const text = useWords(homeWords);
  const words = useWords(exceptionWords);
  const format = useFormat();
  const list = useFigures('POST /me/exceptions/search', { state: 'open' });
  const bounded = (figure: string) => format.bounded(figure, list.isComplete);
  return (
    <Section title={words.title} to="/finance/exceptions" of={list} over={text.exceptionsOver}>
      {(rows) => (
        <Figure label={words.state.open} value={bounded(format.count(rows.length))}>
          {words.otherMoney}: {bounded(format.euros(addEuros(rows.map(({ received }) => received ?? 0))))}
        </Figure>
      )}
    </Section>
  );
}

function WaitingAccounts() {
  const text = useWords(homeWords);
  const format = useFormat();
  const list = useFigures('POST /finance/accounts/search', { status: 'pending', first: 'oldest' });
  return (
    <Section title={text.waiting} to="/accounts?status=pending" of={list} over={text.waitingOver}>
      {([oldest, ...others]) => (
        <Figure
          label={text.waitingFor}
          value={format.bounded(format.count(others.length + (oldest ? 1 : 0)), list.isComplete)}
        >
          {oldest && text.waitingSince(format.time(oldest.createdAt))}
        </Figure>
      )}
    </Section>
  );
}
