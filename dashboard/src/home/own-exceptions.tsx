import './home.css';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { hrefOf } from '../components/inner-links.ts';
import { visibleText } from '../i18n/format.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { useList } from '../lists/use-list.ts';
import { ExceptionStep } from '../transactions/exception-step.tsx';
import { Section } from './section.tsx';
import { homeWords } from './words.ts';

/** Payments of the merchant that need a decision, each with the merchant's next step, the oldest first. */
export function OwnExceptions({ isHiddenIfNone }: { isHiddenIfNone: boolean }) {
  const text = useWords(homeWords);
  const format = useFormat();
  const list = useList('POST /me/exceptions/search', { state: 'open' });
  const { rows, isComplete, error } = list;
  if (isHiddenIfNone && rows.length === 0 && !error) return null;
  return (
    <Section
      title={text.exceptions}
      of={list}
      over={({ length }) => text.exceptionsOver(format.bounded(format.count(length), isComplete), length === 1)}
    >
      {(exceptions) =>
        exceptions.length === 0 && isComplete ? (
          <StatusIndicator type="success">{text.exceptionsNone}</StatusIndicator>
        ) : (
          <ul className="home-list">
            {exceptions.map(({ transactionId, exceptionId, externalOrderId, openedAt, kind }) => (
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
