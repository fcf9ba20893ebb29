// Codes of the older query protocol (`x-amzn-query-error`) that differ from the error's name.
const PREFIX = 'AWS.SimpleQueueService.';
const QUERY_CODES: Record<string, string> = {
  BatchEntryIdsNotDistinct: `${PREFIX}BatchEntryIdsNotDistinct`,
  BatchRequestTooLong: `${PREFIX}BatchRequestTooLong`,
  EmptyBatchRequest: `${PREFIX}EmptyBatchRequest`,
  InvalidBatchEntryId: `${PREFIX}InvalidBatchEntryId`,
  MessageNotInflight: `${PREFIX}MessageNotInflight`,
  QueueDoesNotExist: `${PREFIX}NonExistentQueue`,
  QueueNameExists: 'QueueAlreadyExists',
  TooManyEntriesInBatchRequest: `${PREFIX}TooManyEntriesInBatchRequest`,
  UnsupportedOperation: `${PREFIX}UnsupportedOperation`,
};

/** A refusal of SQS with its documented name. */
export class SqsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  get queryCode(): string {
    return QUERY_CODES[this.code] ?? this.code;
  }

  get status(): number {
    return this.code === 'ReceiptHandleIsInvalid' ? 404 : 400;
  }
}

/** An invalid parameter, with SQS's text. */
export function invalidParameter(name: string, value: unknown, reason: string): SqsError {
  return new SqsError('InvalidParameterValue', `Value ${value} for parameter ${name} is invalid. Reason: ${reason}`);
}

/** Throws unless `value` is an integer of the range. */
export function checkRange(name: string, value: unknown, least: number, most: number): void {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    throw invalidParameter(name, value, `Must be >= ${least} and <= ${most}, if provided.`);
}

export function required<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined || value === '')
    throw new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
}
