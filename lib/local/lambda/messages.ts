/** What an execution environment's thread is started with. */
export interface WorkerSettings {
  taskRoot: string;
  /** `file.export`, as in the template. */
  handler: string;
  trustedCaFiles: readonly string[];
  functionName: string;
  functionArn: string;
  memorySizeMb: number;
}

export interface InvokeMessage {
  requestId: string;
  /** JSON text. */
  event: string;
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
