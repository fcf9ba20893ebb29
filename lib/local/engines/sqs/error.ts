/** A refusal of SQS with its documented name. */
export class SqsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws unless `value` is an integer of the range. */
export function checkRange(name: string, value: unknown, least: number, most: number): void {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    throw new SqsError('InvalidParameterValue', `${name} is ${value}, and must be ${least} to ${most}.`);
}

export function required<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined || value === '')
    throw new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
}
