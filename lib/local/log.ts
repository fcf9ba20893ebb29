export interface CallEntry {
  /** `page` for requests of browsers only: the sign-in and the files of a page. */
  kind: 'call' | 'page';
  method: string;
  /** With the stage, without the query string. */
  path: string;
  status: number;
  durationMs: number;
  sourceIp: string;
  requestId: string;
  functionName?: string;
}

export interface FunctionEntry {
  kind: 'function';
  functionName: string;
  line: string;
  /** `error` for what the function wrote to its standard error. */
  level?: 'error';
}

export interface HostEntry {
  kind: 'host';
  level: 'info' | 'warn' | 'error';
  text: string;
}

export type LogEntry = CallEntry | FunctionEntry | HostEntry;
export type Log = (entry: LogEntry) => void;
