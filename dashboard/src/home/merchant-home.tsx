import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { serviceNow } from '../api/service-time.ts';
import { useCall } from '../api/use-call.ts';
import { hrefOf } from '../components/inner-links.ts';
import { isAnswered, LoadingState } from '../components/states.tsx';
import { visibleText } from '../i18n/format.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { useList } from '../lists/use-list.ts';
import { FIRST_DAY, today } from '../period/days.ts';
import { ExceptionStep } from '../transactions/exception-step.tsx';
import { PaidTotals, Undelivered } from './parts.tsx';
import { Section } from './section.tsx';
import { SetUp } from './set-up.tsx';
import { homeWords } from './words.ts';

/** A merchant's home page: until its first payment the steps to it, then what was paid and what needs someone. */
export function MerchantHome() {
  const find = { period: { by: 'paid' as const, from: FIRST_DAY, to: today(serviceNow()) } };
  const first = useCall('POST /me/transactions/search', { find, limit: 1 });
  if (!isAnswered(first)) return <LoadingState />;
  const isNew = first.data?.transactions.length === 0;
  return (
    <SpaceBetween size="l">
      {isNew ? (
        <SetUp />
      ) : (
        <div className="home-parts">
          <PaidTotals />
          <Undelivered />
        </div>
      )}
      <OwnExceptions isHiddenIfNone={isNew} />
    </SpaceBetween>
  );
}

/** Payments of the merchant that need a decision, each with the merchant's next step, the oldest first. */
function OwnExceptions({ isHiddenIfNone }: { isHiddenIfNone: boolean }) {
  const text = useWords(homeWords);
  const format = useFormat();
  const list = useList('POST /me/exceptions/search', { state: 'open' });
  const { rows, isComplete, error } = list;
  if (isHiddenIfNone && rows.length === 0 && !error) return null;
  return (
    <Section title={text.exceptions} of={list} over={text.exceptionsOver}>
      {() =>
        rows.length === 0 && isComplete ? (
          <StatusIndicator type="success">{text.exceptionsNone}</StatusIndicator>
        ) : (
          <ul className="plain-list">
            {rows.map(({ transactionId, exceptionId, externalOrderId, openedAt, kind }) => (
              <li key={`${transactionId} ${exceptionId}`}>
                <ExceptionStep kind={kind}>
                  <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
                    <span className="long-value">{visibleText(externalOrderId ?? transactionId)}</span>
                  </Link>
                </ExceptionStep>
                <Box color="text-body-secondary" fontSize="body-s">
                  {text.opened(format.time(openedAt))}
                </Box>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  );
}
