import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { CountAndEuros } from '../../../../functions/finance/unnotified/unnotified-rule.ts';
import { Command } from '../../components/code-block.tsx';
import { Figure } from '../../components/figure.tsx';
import { Panel } from '../../components/panel.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import type { UnnotifiedSums } from './unnotified-sums.ts';

interface UnnotifiedFiguresProps {
  sums: UnnotifiedSums;
  /** The figures are current. Earlier ones never show "No undelivered events". */
  isSure: boolean;
  isFiltered: boolean;
  isLoading: boolean;
  onMore: () => void;
  onStop: () => void;
}

// A longer figure in the largest letters would not fit beside the others.
const LARGEST_FOR_DISPLAY = 1_000_000;

/** The main figures: euros and count of paid events, then what may hold stock, then the dead-letter queues. */
export function UnnotifiedFigures(props: UnnotifiedFiguresProps) {
  const { sums, isSure } = props;
  const text = useText('unnotified');
  const format = useFormat();
  const { isComplete } = sums;
  const euros = (of: CountAndEuros) => format.bounded(format.euros(of.euros), isComplete);
  const counted = (count: number, word: typeof text.payments) =>
    format.bounded(word(format.count(count), count === 1), isComplete);
  return (
    <Panel title={text.figures} footer={<HowFar {...props} />}>
      <SpaceBetween size="l">
        <ColumnLayout columns={3} minColumnWidth={200} variant="text-grid">
          <Figure
            label={text.paid}
            value={euros(sums.paid)}
            size={sums.paid.euros < LARGEST_FOR_DISPLAY ? 'display-l' : 'heading-xl'}
            color={sums.paid.count > 0 ? 'text-status-error' : 'inherit'}
          >
            {counted(sums.paid.count, text.payments)}
          </Figure>
          <Figure label={text.failed} value={euros(sums.failed)}>
            {counted(sums.failed.count, text.orders)}. {sums.failed.count > 0 && text.holdStock}
          </Figure>
          <Figure label={text.cancelled} value={euros(sums.cancelled)}>
            {counted(sums.cancelled.count, text.orders)}. {sums.cancelled.count > 0 && text.holdStock}
          </Figure>
        </ColumnLayout>
        <DeadLetters count={sums.deadLetters} isSure={isSure} />
      </SpaceBetween>
    </Panel>
  );
}

/** Messages that the consumers gave up; null where a merchant is named. */
function DeadLetters({ count, isSure }: { count: number | null; isSure: boolean }) {
  const text = useText('unnotified');
  const format = useFormat();
  return (
    <div>
      <Box variant="awsui-key-label">{text.deadLetters}</Box>
      {count === null && <Box color="text-body-secondary">{text.deadLettersOfAll}</Box>}
      {count === 0 &&
        (isSure ? <StatusIndicator type="success">{text.deadLettersNone}</StatusIndicator> : text.deadLettersNone)}
      {count !== null && count > 0 && (
        <StatusIndicator type="error">
          <span className="words">
            {format.count(count)}. {text.deadLettersSome} <Command of="npm run deliveries -- redrive" />
          </span>
        </StatusIndicator>
      )}
    </div>
  );
}

/** How much was scanned, with the button that loads more. */
function HowFar({ sums, isSure, isFiltered, isLoading, onMore, onStop }: UnnotifiedFiguresProps) {
  const text = useText('unnotified');
  const common = useText('common');
  const format = useFormat();
  const scanned = format.count(sums.scanned);
  const { scannedThrough, waiting } = sums;
  const part =
    scannedThrough === null
      ? text.scannedPartPlain(scanned)
      : text.scannedPart(scanned, scannedThrough.merchantId, format.time(new Date(scannedThrough.time).toISOString()));
  const isNone = isSure && sums.isComplete && sums.lines.length === 0;
  return (
    <LiveRegion tagName="div">
      <SpaceBetween size="xs">
        {isNone && (isFiltered ? text.noneFiltered : <StatusIndicator type="success">{text.allWell}</StatusIndicator>)}
        <Box color="text-body-secondary">
          {sums.cursor === null ? text.scannedAll(scanned) : part}{' '}
          {waiting && !waiting.isComplete && text.waitingPart(format.count(waiting.scanned))}
        </Box>
        {sums.cursor !== null && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button loading={isLoading} onClick={onMore}>
              {common.loadMore}
            </Button>
            {isLoading && <Button onClick={onStop}>{common.stop}</Button>}
          </SpaceBetween>
        )}
      </SpaceBetween>
    </LiveRegion>
  );
}
