import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { Subject } from '../finance/exceptions/exception-cells.tsx';
import { capital } from '../i18n/format.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { Moment, Sum } from '../lists/cells.tsx';
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
          <Table
            variant="embedded"
            wrapLines
            items={exceptions}
            trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
            ariaLabels={{ tableLabel: text.exceptions }}
            columnDefinitions={[
              {
                id: 'kind',
                header: text.what,
                isRowHeader: true,
                cell: ({ kind }) => (
                  <>
                    <Box variant="strong">{capital(words.kind[kind])}</Box>
                    <Box>{text.nextStep[kind]}</Box>
                  </>
                ),
              },
              {
                id: 'transaction',
                header: text.order,
                cell: (each) => <Subject exception={each} />,
              },
              {
                id: 'difference',
                header: <Sum>{text.difference}</Sum>,
                cell: ({ difference }) => <Sum>{difference === null ? '–' : format.signedEuros(difference)}</Sum>,
              },
              { id: 'opened', header: text.opened, cell: ({ openedAt }) => <Moment at={openedAt} form="brief" /> },
            ]}
          />
        )
      }
    </Section>
  );
}
