/** Fields of a log line. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * Writes one JSON object per line to standard output, as CloudWatch Logs Insights reads it. `info`: once per call.
 * `warn`: the service recovers automatically. `error`: a person must act; alarms count these lines. Callers name each
 * field: never pass a request body, header, key, secret or phone number (invariant 7).
 */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export const logger: Logger = {
  info: (message, fields) => write('INFO', message, fields),
  warn: (message, fields) => write('WARN', message, fields),
  error: (message, fields) => write('ERROR', message, fields),
};

function write(level: string, message: string, fields: LogFields = {}): void {
  process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
}

/** The name, message and stack of a thrown value as log fields; no other property. */
export function errorFields(error: unknown): LogFields {
  if (error instanceof Error) return { errorName: error.name, errorMessage: error.message, stack: error.stack };
  return { errorName: typeof error, errorMessage: String(error) };
}
