import { useCallback, useEffect, useRef, useState } from 'react';
import type { MerchantsScanned } from '../../../../functions/dashboard/transactions/transactions-place.ts';
import { ApiError, isAborted } from '../../api/api-error.ts';
import { serviceNow } from '../../api/service-time.ts';
import { addRows, type ExportSums, NO_SUMS, type Summed } from './export-sums.ts';

/** Where a part begins: after the one before, or at the beginning. */
export interface PartRequest {
  cursor: string | null;
  /** When the same was exported before, where changes since are to be marked. */
  exportedAt: string | undefined;
}

export interface FilePart {
  /** The part's lines of the file. */
  text: string;
  rows: number;
  /** Of a list of transactions. */
  summed?: readonly Summed[];
  /** Of the period, from 0 to 1. */
  share: number;
  scannedUntil: string;
  merchants: MerchantsScanned;
  /** Where the next part begins; null after the last. */
  cursor: string | null;
}

/** What makes a file of a list. */
export interface FileSource {
  /** The beginning of the file. */
  head: string;
  part: (request: PartRequest, signal: AbortSignal) => Promise<FilePart>;
}

export interface ExportRun {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  rows: number;
  /** Nothing is counted where the parts have no transactions. */
  sums: ExportSums;
  /** Of the period, from 0 to 1. */
  share: number;
  scannedUntil: string | null;
  merchants: MerchantsScanned;
  error: ApiError | undefined;
}

const IDLE: ExportRun = {
  state: 'idle',
  rows: 0,
  sums: NO_SUMS,
  share: 0,
  scannedUntil: null,
  merchants: null,
  error: undefined,
};

/** An export in parts. `onDone` gets all of them. An interrupted one keeps its parts and can be resumed. */
export function useExport({ head, part }: FileSource, onDone: (parts: readonly string[], startedAt: string) => void) {
  const [run, setRun] = useState<ExportRun>(IDLE);
  const parts = useRef<string[]>([]);
  const place = useRef<PartRequest & { startedAt: string }>(undefined);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const resume = useCallback(async () => {
    const at = place.current;
    if (!at) return;
    const own = new AbortController();
    abort.current = own;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      do {
        const { text, cursor, rows, summed = [], share, scannedUntil, merchants } = await part(at, own.signal);
        if (own.signal.aborted) return;
        parts.current.push(text);
        at.cursor = cursor;
        setRun((before) => ({
          ...before,
          rows: before.rows + rows,
          sums: addRows(before.sums, summed),
          ...{ share, scannedUntil, merchants },
        }));
      } while (at.cursor !== null);
      setRun((before) => ({ ...before, state: 'done', share: 1 }));
      onDone(parts.current, at.startedAt);
    } catch (error) {
      if (own.signal.aborted || isAborted(error)) return;
      const known = error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
      setRun((before) => ({ ...before, state: 'failed', error: known }));
    }
  }, [part, onDone]);

  const start = useCallback(
    (exportedAt: string | undefined) => {
      parts.current = [head];
      place.current = { exportedAt, cursor: null, startedAt: new Date(serviceNow()).toISOString() };
      setRun(IDLE);
      void resume();
    },
    [head, resume],
  );
  /** Gives up the part under way; those that have come are kept, to go on from. */
  const stop = useCallback(() => {
    abort.current?.abort();
    setRun((before) => ({ ...before, state: 'stopped' }));
  }, []);
  const partsSoFar = useCallback((): readonly string[] => parts.current, []);
  return { run, start, resume: () => void resume(), stop, partsSoFar };
}
