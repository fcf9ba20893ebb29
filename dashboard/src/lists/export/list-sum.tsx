import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { type Gathering, type ReadPart, useParts } from './use-parts.ts';

/** How the rows of a list are summed, and what is shown of the sums. */
export interface Summing<Row, Sums> extends Gathering<Row, Sums> {
  add: (sums: Sums, rows: readonly Row[]) => Sums;
  textOf: (sums: Sums) => ReactNode;
}

interface ListSumProps<Row, Sums> {
  /** Reads all of the list; undefined where it cannot be read to its end. */
  read: ReadPart<Row> | undefined;
  summing: Summing<Row, Sums>;
  /** The loaded rows. */
  rows: readonly Row[];
  isComplete: boolean;
}

/** The sum of a list: read to its end as the export reads it, otherwise of the loaded rows. */
export function ListSum<Row, Sums>({ read, summing, rows, isComplete }: ListSumProps<Row, Sums>) {
  const text = useText('listSum');
  if (read && !isComplete) return <CompleteSum read={read} summing={summing} />;
  return (
    <div>
      {summing.textOf(summing.add(summing.none, rows))}
      {!isComplete && <Box color="text-body-secondary">{text.moreExist}</Box>}
    </div>
  );
}

/** Reads a list to its end, and sums it on the way. */
export function CompleteSum<Row, Sums>({ read, summing }: { read: ReadPart<Row>; summing: Summing<Row, Sums> }) {
  const text = useText('listSum');
  const common = useText('common');
  const format = useFormat();
  const { run, start, resume, stop } = useParts(read, summing);
  const { state, gathered, scannedUntil, error } = run;
  const begin = useRef(start);
  useEffect(() => begin.current(), []);
  if (error) return <ErrorState error={error} onRetry={resume} />;
  return (
    <SpaceBetween size="xs">
      {scannedUntil !== null && <div>{summing.textOf(gathered)}</div>}
      {state !== 'done' && scannedUntil !== null && (
        <Box color="text-body-secondary">{text.soFar(format.time(scannedUntil))}</Box>
      )}
      {state === 'running' && (
        <>
          <Button loading>{text.button}</Button> <Button onClick={stop}>{common.stop}</Button>
        </>
      )}
      {state === 'stopped' && <Button onClick={resume}>{text.resume}</Button>}
    </SpaceBetween>
  );
}
