export type LogFields = Record<string, string | number | boolean | null | undefined>;

/**
 * One JSON object per line on standard output, as CloudWatch Logs Insights reads it.
 * `info` is for what happened once per call, `warn` for what healed itself, `error` for what a person must look at: alarms count it.
 * Fields are named one by one by the caller: no request body, header, key, secret or phone number is ever handed in (invariant 7).
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

/** An unknown thrown value as log fields: its name, message and stack, nothing it may carry besides. */
export function errorFields(error: unknown): LogFields {
  if (error instanceof Error) return { errorName: error.name, errorMessage: error.message, stack: error.stack };
  return { errorName: typeof error, errorMessage: String(error) };
}
