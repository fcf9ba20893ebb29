import { useEffect, useRef, useState } from 'react';
import type { MerchantsScanned } from '../../../../functions/dashboard/entries-page.ts';
import { type ApiError, apiErrorOf, isAborted } from '../../api/api-error.ts';

/** A part of a list that is read to its end. */
export interface Part<Row> {
  rows: readonly Row[];
  /** Of the period, from 0 to 1. */
  share: number;
  scannedUntil: string;
  merchants: MerchantsScanned;
  /** Where the next part begins; null after the last. */
  cursor: string | null;
}

/** Reads the part after `cursor`, or the first. */
export type ReadPart<Row> = (cursor: string | null, signal: AbortSignal) => Promise<Part<Row>>;

/** What is made of the rows, part by part. */
export interface Gathering<Row, Gathered> {
  none: Gathered;
  add: (gathered: Gathered, rows: readonly Row[]) => Gathered | Promise<Gathered>;
}

export interface PartsRun<Gathered> extends Pick<Part<never>, 'share' | 'merchants'> {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  rows: number;
  gathered: Gathered;
  scannedUntil: string | null;
  error: ApiError | undefined;
}

/** Reads a list to its end, in parts. `onDone` gets what was gathered. A stopped or failed run can be resumed. */
export function useParts<Row, Gathered>(
  read: ReadPart<Row>,
  { none, add }: Gathering<Row, Gathered>,
  onDone?: (gathered: Gathered) => void,
) {
  const idle = { state: 'idle', rows: 0, gathered: none, share: 0, scannedUntil: null, merchants: null } as const;
  const [run, setRun] = useState<PartsRun<Gathered>>({ ...idle, error: undefined });
  const position = useRef({ cursor: null as string | null, gathered: none });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const resume = async () => {
    const at = position.current;
    const own = new AbortController();
    abort.current = own;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      do {
        const { rows, cursor, ...progress } = await read(at.cursor, own.signal);
        const gathered = await add(at.gathered, rows);
        if (own.signal.aborted) return;
        at.gathered = gathered;
        at.cursor = cursor;
        setRun((before) => ({ ...before, ...progress, rows: before.rows + rows.length, gathered }));
      } while (at.cursor !== null);
      setRun((before) => ({ ...before, state: 'done', share: 1 }));
      onDone?.(at.gathered);
    } catch (error) {
      if (own.signal.aborted || isAborted(error)) return;
      setRun((before) => ({ ...before, state: 'failed', error: apiErrorOf(error) }));
    }
  };

  const start = () => {
    position.current = { cursor: null, gathered: none };
    setRun({ ...idle, error: undefined });
    void resume();
  };
  /** Cancels the running part; the rows gathered so far stay, and the run can be resumed. */
  const stop = () => {
    abort.current?.abort();
    setRun((before) => ({ ...before, state: 'stopped' }));
  };
  return { run, start, resume: () => void resume(), stop };
}
