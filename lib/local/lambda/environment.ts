import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { timeLimit } from '../clock/clock.ts';
import type { FunctionError, InvokeMessage, WorkerAnswer, WorkerSettings } from './messages.ts';

/** A function as its template describes it, with everything resolved. */
export interface FunctionSpec extends WorkerSettings {
  timeoutMs: number;
  variables: Readonly<Record<string, string>>;
  /** Undefined: no limit of its own. */
  reservedConcurrency?: number;
}

export type InvokeOutcome =
  | { kind: 'answered'; requestId: string; payload: unknown }
  | { kind: 'failed'; requestId: string; error: FunctionError };

export type OnLine = (line: string, level?: 'error') => void;

/** Limit for loading the code, before the timeout of the invocation begins, as on AWS. */
const MAX_INIT_MS = 10_000;

/** One execution environment: a worker thread that handles one event at a time. It ends after a timeout or a crash. */
export class ExecutionEnvironment {
  readonly #spec: FunctionSpec;
  readonly #worker: Worker;
  readonly #ready: Promise<FunctionError | undefined>;
  #settle: ((answer: WorkerAnswer) => void) | undefined;
  #alive = true;

  constructor(spec: FunctionSpec, onLine: OnLine) {
    this.#spec = spec;
    const { variables, timeoutMs: _timeout, reservedConcurrency: _reserved, ...settings } = spec;
    this.#worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      env: { ...variables },
      workerData: settings,
      // Otherwise the thread would inherit this process's loaders, which take longer than the function's start.
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: spec.memorySizeMb },
    });
    onLines(this.#worker.stdout, (line) => onLine(line));
    onLines(this.#worker.stderr, (line) => onLine(line, 'error'));
    const limit = timeLimit(MAX_INIT_MS);
    this.#ready = Promise.race([
      new Promise<FunctionError | undefined>((resolve) => this.#listen(resolve)),
      limit.passed.then(() => timedOut('init', MAX_INIT_MS)),
    ]).finally(limit.cancel);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves when the code is loaded, or could not be. */
  async loaded(): Promise<void> {
    await this.#ready;
  }

  async invoke(event: unknown): Promise<InvokeOutcome> {
    const requestId = randomUUID();
    const initError = await this.#ready;
    if (initError) {
      await this.stop();
      return { kind: 'failed', requestId, error: initError };
    }
    return this.#run(requestId, event);
  }

  async stop(): Promise<void> {
    this.#alive = false;
    await this.#worker.terminate();
  }

  async #run(requestId: string, event: unknown): Promise<InvokeOutcome> {
    const limit = timeLimit(this.#spec.timeoutMs);
    const answer = new Promise<WorkerAnswer>((resolve) => {
      this.#settle = resolve;
    });
    const message: InvokeMessage = {
      requestId,
      event: JSON.stringify(event) ?? 'null',
      deadlineMs: Date.now() + this.#spec.timeoutMs,
    };
    if (this.#alive) this.#worker.postMessage(message);
    else this.#settle?.({ kind: 'error', requestId, error: ended('before the event') });
    // An answer that is there counts, also where this thread was too busy to see it before the limit.
    const passed = limit.passed.then(() => setImmediate(undefined));
    const first = await Promise.race([answer, passed]);
    limit.cancel();
    this.#settle = undefined;
    if (first === undefined) {
      await this.stop();
      return { kind: 'failed', requestId, error: timedOut(requestId, this.#spec.timeoutMs) };
    }
    if (first.kind === 'answer') return { kind: 'answered', requestId, payload: JSON.parse(first.payload) };
    const error = first.kind === 'error' ? first.error : ended('without an answer');
    return { kind: 'failed', requestId, error };
  }

  #listen(ready: (error: FunctionError | undefined) => void): void {
    this.#worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'ready') ready(undefined);
      else if (answer.kind === 'init-error') ready(answer.error);
      else this.#settle?.(answer);
    });
    const die = (error: FunctionError) => {
      this.#alive = false;
      ready(error);
      this.#settle?.({ kind: 'error', requestId: '', error });
    };
    this.#worker.on('error', (error: Error) => {
      die({ errorType: error.name ?? 'Error', errorMessage: error.message, trace: (error.stack ?? '').split('\n') });
    });
    this.#worker.on('exit', (code) => die(ended(`exited with code ${code}`)));
  }
}

function ended(how: string): FunctionError {
  return { errorType: 'Runtime.ExitError', errorMessage: `Error: Runtime exited: ${how}`, trace: [] };
}

function timedOut(requestId: string, afterMs: number): FunctionError {
  const seconds = (afterMs / 1000).toFixed(2);
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `${new Date().toISOString()} ${requestId} Task timed out after ${seconds} seconds`,
    trace: [],
  };
}

/** Calls `onLine` for each line of a stream, including an unterminated last line. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) onLine(line);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}
