import { exceptionWords } from '../finance/exceptions/words.ts';
import { unnotifiedWords } from '../finance/unnotified/words.ts';
import { homeWords } from './words.ts';
import './home.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { MerchantLink, useFreshMerchants } from '../accounts/merchants.tsx';
import { useCall } from '../api/use-call.ts';
import { Figure } from '../components/figure.tsx';
import type { Undelivered } from '../finance/unnotified/undelivered-columns.tsx';
import { UndeliveredFigures } from '../finance/unnotified/undelivered-figures.tsx';
import { useFormat, useWords } from '../i18n/language.ts';
import { type Scanned, useList } from '../lists/use-list.ts';
import { hasRole, useMe } from '../session/session-context.ts';
import { type Failing, failingOf } from './failing.ts';
import { TodayTotals } from './paid-totals.tsx';
import { Section } from './section.tsx';

/** Finance's home page; for operators also the accounts that await approval and the endpoints that fail. */
export function StaffHome() {
  const isOperator = hasRole(useMe(), 'operator');
  const undelivered = useList('POST /finance/undelivered', {}, { minRows: Infinity });
  return (
    <SpaceBetween size="l">
      <div className="home-parts">
        <TodayTotals />
        <Unnotified list={undelivered} />
        <Exceptions />
        {isOperator && <WaitingAccounts />}
      </div>
      {isOperator && <FailingEndpoints list={undelivered} />}
    </SpaceBetween>
  );
}

/** The page's own list; it is loaded once for both parts. */
interface UndeliveredProps {
  list: Scanned<Undelivered>;
}

function Unnotified({ list }: UndeliveredProps) {
  const text = useWords(homeWords);
  const words = useWords(unnotifiedWords);
  const format = useFormat();
  const { rows, isComplete, isLoading, data } = list;
  return (
    <Section
      title={words.title}
      to="/finance/unnotified"
      of={{ ...list, data: isLoading || !data ? undefined : rows }}
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
  const report = useCall('POST /finance/exceptions/summary', {});
  return (
    <Section
      title={words.title}
      to="/finance/exceptions"
      of={report}
      over={({ isComplete }) => (isComplete ? text.allMerchants : words.partial)}
    >
      {({ count, received, isComplete }) => (
        <Figure label={words.open} value={format.bounded(format.count(count), isComplete)}>
          {words.otherMoney}: {format.bounded(format.euros(received), isComplete)}
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

function eventsOf(failing: readonly Failing[]): number {
  return failing.reduce((count, { events }) => count + events, 0);
}

/** Merchants whose endpoint did not accept events, the most euros first. */
function FailingEndpoints({ list }: UndeliveredProps) {
  const text = useWords(homeWords);
  const format = useFormat();
  const { rows, isComplete } = list;
  const data = list.isLoading || !list.data ? undefined : failingOf(rows);
  return (
    <Section
      title={text.failing}
      to="/finance/unnotified?state=not_delivered"
      of={{ ...list, data }}
      over={(failing) =>
        text.failingOver(format.bounded(format.count(eventsOf(failing)), isComplete), eventsOf(failing) === 1)
      }
    >
      {(failing) =>
        failing.length === 0 && isComplete ? (
          <StatusIndicator type="success">{text.failingNone}</StatusIndicator>
        ) : (
          <ul className="home-list">
            {failing.slice(0, 10).map(({ merchantId, events, euros }) => (
              <li key={merchantId}>
                <Box variant="strong">
                  <MerchantLink merchantId={merchantId} />
                </Box>
                <Box>
                  {text.failedEvents(format.bounded(format.count(events), isComplete), events === 1)},{' '}
                  {format.bounded(format.euros(euros), isComplete)}
                </Box>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  );
}
