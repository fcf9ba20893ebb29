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

/** Of the request that this environment answers. Lambda gives an environment one at a time. */
let ofRequest: LogFields = {};

/** From here on every line has the id of this request; nothing of an earlier one is left. */
export function beginRequest(requestId: string): void {
  ofRequest = { requestId };
}

/** Every later line of the request has its transaction too. */
export function nameTransaction(transactionId: unknown): void {
  if (typeof transactionId === 'string') ofRequest = { ...ofRequest, transactionId };
}

/** The id of the request that is being answered, for what it stores; undefined where none has begun. */
export const currentRequestId = (): string | undefined => ofRequest.requestId as string | undefined;

/** A logger whose lines all have these fields. */
export function withFields({ info, warn, error }: Logger, fixed: LogFields): Logger {
  return {
    info: (message, fields) => info(message, { ...fixed, ...fields }),
    warn: (message, fields) => warn(message, { ...fixed, ...fields }),
    error: (message, fields) => error(message, { ...fixed, ...fields }),
  };
}

function write(level: string, message: string, fields: LogFields = {}): void {
  process.stdout.write(`${JSON.stringify({ level, message, ...ofRequest, ...fields })}\n`);
}

/** The name, message and stack of a thrown value as log fields; no other property. */
export function errorFields(error: unknown): LogFields {
  if (error instanceof Error) return { errorName: error.name, errorMessage: error.message, stack: error.stack };
  return { errorName: typeof error, errorMessage: String(error) };
}
