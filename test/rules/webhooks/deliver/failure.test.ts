import { expect, test } from 'vitest';
import { failedBy } from '../../../../functions/webhooks/deliver/failure.ts';

test.each([
  [['ECONNREFUSED', 'ECONNREFUSED'], 'refused'],
  [['EHOSTUNREACH', 'ENETUNREACH'], 'refused'],
  [['ETIMEDOUT', 'ECONNREFUSED'], 'refused'],
  [['ETIMEDOUT', 'ETIMEDOUT'], 'timeout'],
])('%j at two addresses, as the system reports it', (codes, kind) => {
  const errors = codes.map((code) => Object.assign(new Error('at 192.0.2.1'), { code, syscall: 'connect' }));
  const error = Object.assign(new AggregateError(errors), { code: codes[0] });
  const exchange = { kind: 'failed', error, isSent: false, received: Buffer.alloc(0) } as const;
  expect(failedBy(exchange, 5)).toEqual({ kind, durationMs: 5, detail: codes[0] });
});
