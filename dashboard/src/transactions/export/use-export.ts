import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isAborted } from '../../api/api-error.ts';
import { type Answer, call, type Input } from '../../api/client.ts';
import { serviceNow } from '../../api/service-time.ts';
import { type CsvWords, csvHead, csvPart } from './transactions-csv.ts';

type ExportInput = Omit<Input<'POST /transactions/export'>, 'cursor'>;

export interface ExportRun {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  rows: number;
  /** Of the period, from 0 to 1. */
  share: number;
  scannedUntil: string | null;
  merchants: Answer<'POST /transactions/export'>['merchants'];
  error: ApiError | undefined;
}

const IDLE: ExportRun = { state: 'idle', rows: 0, share: 0, scannedUntil: null, merchants: null, error: undefined };

/** An export in parts. `onDone` gets all of them. An interrupted one keeps its parts and can be resumed. */
export function useExport(words: CsvWords, onDone: (parts: readonly string[], startedAt: string) => void) {
  const [run, setRun] = useState<ExportRun>(IDLE);
  const parts = useRef<string[]>([]);
  const place = useRef<{ input: ExportInput; cursor: string | null; startedAt: string }>(undefined);
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
        const input = { ...at.input, ...(at.cursor !== null && { cursor: at.cursor }) };
        const chunk = await call('POST /transactions/export', input, own.signal);
        if (own.signal.aborted) return;
        parts.current.push(csvPart(chunk.transactions, words));
        at.cursor = chunk.cursor;
        const { share, scannedUntil, merchants } = chunk;
        setRun((before) => ({ ...before, rows: before.rows + chunk.rows, share, scannedUntil, merchants }));
      } while (at.cursor !== null);
      setRun((before) => ({ ...before, state: 'done', share: 1 }));
      onDone(parts.current, at.startedAt);
    } catch (error) {
      if (own.signal.aborted || isAborted(error)) return;
      const known = error instanceof ApiError ? error : new ApiError('network', { error: String(error) });
      setRun((before) => ({ ...before, state: 'failed', error: known }));
    }
  }, [words, onDone]);

  const start = useCallback(
    (input: ExportInput) => {
      parts.current = [csvHead(words)];
      place.current = { input, cursor: null, startedAt: new Date(serviceNow()).toISOString() };
      setRun(IDLE);
      void resume();
    },
    [words, resume],
  );
  /** Gives up the part under way; those that have come are kept, to go on from. */
  const stop = useCallback(() => {
    abort.current?.abort();
    setRun((before) => ({ ...before, state: 'stopped' }));
  }, []);
  const partsSoFar = useCallback((): readonly string[] => parts.current, []);
  return { run, start, resume: () => void resume(), stop, partsSoFar };
}
