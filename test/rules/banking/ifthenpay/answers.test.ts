import { describe, expect, test } from 'vitest';
import { readPush, readReference, readStatus } from '../../../../functions/banking/ifthenpay/answers.ts';
import { answeredWith, inWords, RESET } from '../../../rig/banks/answers.ts';
import { PUSH_ID, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';

/** A recorded answer, with the given changes. */
const answer = (name: string, changed: Record<string, unknown> = {}) =>
  answeredWith((recorded(name, changed) as { body: string }).body);
const GARBAGE = answeredWith('{"Status":"0');

describe('the answer to a push', () => {
  const answered = (changed: Record<string, unknown>) => answer('push-accepted', changed);
  test.each([
    ['000 with numbers instead of texts', answer('push-accepted-numbers'), `live: ${PUSH_ID}`],
    ['000 without a request id', answered({ RequestId: null }), 'live'],
    ['113, not found at MB WAY', answered({ Status: '113' }), 'refused: phoneNumber'],
    ['122 with a request id: the status fails it', answered({ Status: '122' }), `live: ${PUSH_ID}`],
    ['122 without a request id', answered({ Status: '122', RequestId: '' }), 'refused: phoneNumber'],
    ['100, not completed', answered({ Status: '100', RequestId: null }), 'unreachable: start: status 100'],
    ['999', answered({ Status: '999' }), 'unknown: start: status 999'],
    ['an unlisted status', answered({ Status: 'x y' }), 'unknown: start: status unlisted'],
    ['-1, of our key', answered({ Status: '-1' }), 'fault: start: status -1'],
    ['401, of our key', answeredWith({}, 401), 'fault: start: HTTP 401'],
    ['an HTML 502', answeredWith('<html>', 502), 'unknown: start: HTTP 502'],
    ['429', answeredWith({}, 429), 'unknown: start: HTTP 429'],
    ['garbage', GARBAGE, 'unknown: start: not an answer'],
    ['a reset after the request', RESET, 'unknown: start: ECONNRESET'],
    [
      'an unreachable server',
      { kind: 'not-sent', detail: 'ECONNREFUSED' } as const,
      'unreachable: start: ECONNREFUSED',
    ],
  ])('%s', (_, outcome, expected) => {
    expect(inWords(readPush(outcome))).toBe(expected);
  });
});

describe('the answer to a request for a reference', () => {
  const REQUESTED_MS = Date.parse('2026-02-15T23:59:59Z');
  const answered = (changed: Record<string, unknown>) => answer('reference-issued', changed);

  test.each([
    ['digits in groups of three are joined', answered({ Reference: '123 456 789' }), { reference: '123456789' }],
    ['as requested without an expiry', answered({ ExpiryDate: '' }), { expiresAtMs: REQUESTED_MS }],
    [
      'until the last second of the day in Lisbon',
      answer('reference-issued-numbers'),
      { entity: '11990', reference: '000000291', expiresAtMs: Date.parse('2026-07-30T22:59:59Z') },
    ],
  ])('%s', (_, outcome, expected) => {
    expect(readReference(outcome, REQUESTED_MS)).toMatchObject({ kind: 'issued', ...expected });
  });

  test.each([
    ['-1', answered({ Status: '-1' }), 'fault: start: status -1'],
    ['403', answeredWith({}, 403), 'fault: start: HTTP 403'],
    ['503', answeredWith({}, 503), 'unknown: start: HTTP 503'],
    ['no number', answered({ Reference: null }), 'unknown: start: no usable reference'],
    ['a day that does not exist', answered({ ExpiryDate: '31-02-2026' }), 'unknown: start: no usable reference'],
    ['garbage', GARBAGE, 'unknown: start: not an answer'],
    ['a reset', RESET, 'unknown: start: ECONNRESET'],
  ])('issues nothing after %s', (_, outcome, expected) => {
    expect(inWords(readReference(outcome, REQUESTED_MS))).toBe(expected);
  });
});

describe('the answer to an inquiry about a push', () => {
  const paid = (changed: Record<string, unknown>) => answer('status-paid', changed);
  const status = (Status: string, Message?: string | null) =>
    answer('status-rejected', { Status, ...(Message !== undefined && { Message }) });
  test.each([
    ['000 with the message pending is not money', paid({ Message: 'Pending' }), 'waiting'],
    ['000 without a message is not money', paid({ Message: null }), 'waiting'],
    ['020', answer('status-rejected'), 'refused: customer'],
    ['122', status('122'), 'refused: bank'],
    ['101 is the end of the window', status('101'), 'expired: false'],
    // So read ifthenpay's plugins, among them that of magento2 (`MbwayCheckAndSetOrderStatusCtrl`).
    ['123', status('123', 'Pending'), 'waiting'],
    ['123, whatever its message', status('123', 'Aguarda'), 'waiting'],
    ['123, without a message', status('123', null), 'waiting'],
    ['123 of a request that is not found', status('123', 'Request not found'), 'unknown: status: 123'],
    ['another payment’s answer', paid({ RequestId: 'other' }), 'unknown: status: of another payment'],
    ['999', status('999'), 'unknown: status: 999'],
    ['503', answeredWith({}, 503), 'unknown: status: HTTP 503'],
    ['garbage', answeredWith('<html>'), 'unknown: status: HTTP 200'],
  ])('%s', (_, outcome, expected) => {
    expect(inWords(readStatus(outcome, PUSH_ID, 0))).toBe(expected);
  });
});
