import './home.css';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { hrefOf } from '../components/inner-links.ts';
import { Support } from '../components/support.tsx';
import { capital, visibleText } from '../i18n/format.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { usePages } from '../lists/use-pages.ts';
import { Section } from './section.tsx';

/** Payments of the merchant that need a decision, each with the merchant's next step. */
export function OwnExceptions() {
  const text = useText('home');
  const words = useText('timeline');
  const format = useFormat();
  const paged = usePages('POST /finance/exceptions/search', { state: 'open' });
  const isComplete = paged.pages.at(-1)?.isComplete === true;
  const data = paged.data?.flatMap(({ exceptions }) => exceptions);
  return (
    <Section
      title={text.exceptions}
      of={{ ...paged, data }}
      over={({ length }) => text.exceptionsOver(format.bounded(format.count(length), isComplete), length === 1)}
    >
      {(exceptions) =>
        exceptions.length === 0 && isComplete ? (
          <StatusIndicator type="success">{text.exceptionsNone}</StatusIndicator>
        ) : (
          <ul className="home-list">
            {exceptions.map(({ transactionId, exceptionId, externalOrderId, kind, difference, openedAt }) => (
              <li key={`${transactionId} ${exceptionId}`}>
                <Box variant="strong">{capital(words.kind[kind])}</Box>{' '}
                <Link href={hrefOf(`/transactions/${encodeURIComponent(transactionId)}`)}>
                  <span className="long-value">{visibleText(externalOrderId ?? transactionId)}</span>
                </Link>{' '}
                {difference !== null && text.difference(format.signedEuros(difference))}
                <Box>
                  {text.nextStep[kind]}
                  {kind === 'order-paid-twice' && <Support />}
                </Box>
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
