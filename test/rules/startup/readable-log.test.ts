import { expect, test } from 'vitest';
import type { LogEntry } from '../../../lib/local/log.ts';
import { readableLog } from '../../../lib/startup/readable-log.ts';

const ACTIVATION = '/simulator/ifthenpay/endpoint/callback/activation';

function printed(verbose: boolean, path: string, status: number): string {
  const lines: string[] = [];
  const call = { kind: 'call', method: 'POST', path, status, durationMs: 1, sourceIp: '', requestId: '' };
  readableLog(verbose, (line) => void lines.push(line))(call as LogEntry);
  return lines.join('\n');
}

test('every call is printed, except that the start has registered a callback URL', () => {
  expect(printed(false, '/api/v1/payments/init', 200)).toContain('POST /api/v1/payments/init  200');
  expect(printed(false, ACTIVATION, 200)).toBe('');
  expect(printed(false, ACTIVATION, 403)).toContain(`POST ${ACTIVATION}  403`);
  expect(printed(true, ACTIVATION, 200)).toContain(`POST ${ACTIVATION}  200`);
});
