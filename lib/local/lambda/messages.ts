/** What an execution environment's thread is started with. */
export interface WorkerSettings {
  taskRoot: string;
  /** `file.export`, as in the template. */
  handler: string;
  trustedCaFiles: readonly string[];
  functionName: string;
  functionArn: string;
  memorySizeMb: number;
  /** How many milliseconds the host's clock is ahead of the machine's: one 64-bit integer, changed by the host at any time. */
  clockAhead: SharedArrayBuffer;
}

export interface InvokeMessage {
  requestId: string;
  /** JSON text. */
  event: string;
  /** On the machine's own clock, as the limit itself. */
  deadlineMs: number;
}

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'init-error'; error: FunctionError }
  /** JSON text; `null` when the handler returned nothing. */
  | { kind: 'answer'; requestId: string; payload: string }
  | { kind: 'error'; requestId: string; error: FunctionError };
