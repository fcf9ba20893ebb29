import { useEffect, useRef, useState } from 'react';
import type { MerchantsScanned } from '../../../../functions/dashboard/transactions/transactions-position.ts';
import { type ApiError, apiErrorOf, isAborted } from '../../api/api-error.ts';
import { serviceNow } from '../../api/service-time.ts';

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

/** Reads the part after `cursor`, or the first. `exportedAt`: when the same was exported before, to mark changes. */
export type ReadPart<Row> = (
  request: { cursor: string | null; exportedAt: string | undefined },
  signal: AbortSignal,
) => Promise<Part<Row>>;

/** What is made of the rows, part by part. */
export interface Gathering<Row, Gathered> {
  none: Gathered;
  add: (gathered: Gathered, rows: readonly Row[], exportedAt: string | undefined) => Gathered;
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
  onDone?: (gathered: Gathered, startedAt: string) => void,
) {
  const idle = { state: 'idle', rows: 0, gathered: none, share: 0, scannedUntil: null, merchants: null } as const;
  const [run, setRun] = useState<PartsRun<Gathered>>({ ...idle, error: undefined });
  const position = useRef({
    exportedAt: undefined as string | undefined,
    cursor: null as string | null,
    startedAt: '',
    gathered: none,
  });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const resume = async () => {
    const at = position.current;
    const own = new AbortController();
    abort.current = own;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      do {
        const { rows, cursor, ...progress } = await read(at, own.signal);
        if (own.signal.aborted) return;
        at.gathered = add(at.gathered, rows, at.exportedAt);
        at.cursor = cursor;
        setRun((before) => ({ ...before, ...progress, rows: before.rows + rows.length, gathered: at.gathered }));
      } while (at.cursor !== null);
      setRun((before) => ({ ...before, state: 'done', share: 1 }));
      onDone?.(at.gathered, at.startedAt);
    } catch (error) {
      if (own.signal.aborted || isAborted(error)) return;
      setRun((before) => ({ ...before, state: 'failed', error: apiErrorOf(error) }));
    }
  };

  const start = (exportedAt?: string) => {
    position.current = { exportedAt, cursor: null, startedAt: new Date(serviceNow()).toISOString(), gathered: none };
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
