/** The settings of an execution environment's thread. */
export interface WorkerSettings {
  taskRoot: string;
  /** `file.export`, as in the template. */
  handler: string;
  trustedCaFiles: readonly string[];
  functionName: string;
  functionArn: string;
  memorySizeMb: number;
  /** Milliseconds by which the host's clock is ahead: one 64-bit integer that the host changes at any time. */
  clockAhead: SharedArrayBuffer;
}

export interface InvokeMessage {
  requestId: string;
  /** JSON text. */
  event: string;
  /** On the machine's clock. */
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
