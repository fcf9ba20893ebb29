import { describe, expect, test } from 'vitest';
import { readCheckout, readInquiry, readPush, readReference } from '../../../../functions/banking/sibs/answers.ts';
import { answeredWith, inWords, RESET } from '../../../rig/banks/answers.ts';

const OK = { statusCode: '000', statusMsg: 'Success' };
/** A code of C.5: the operation was accepted and awaits MB WAY's approval. */
const APPROVAL = '00.110.1601';
const reported = (paymentStatus: string, statusCode = '000', status = 200) =>
  answeredWith({ paymentStatus, returnStatus: { statusCode } }, status);
const businessError = (statusCode: string, status = 200) =>
  answeredWith({ returnStatus: { statusCode, statusMsg: 'Error' } }, status);
const html = (status: number) => answeredWith('<html><body><h1>502 Bad Gateway</h1></body></html>', status);
const gateway = (status: number) => answeredWith({ httpCode: String(status), httpMessage: 'refused' }, status);
const GARBAGE = answeredWith('{"paymentStatus":"Pend');

describe('the answer to a checkout, which requests no money,', () => {
  test.each([
    ['an HTML 502', html(502), 'unreachable: checkout: HTTP 502'],
    ['503', businessError('E0999', 503), 'unreachable: checkout: HTTP 503'],
    ['the gateway’s 429', gateway(429), 'unreachable: checkout: HTTP 429'],
    ['garbage', GARBAGE, 'unreachable: checkout: HTTP 200, not a checkout'],
    [
      'no signature',
      answeredWith({ transactionID: 's2', returnStatus: OK }),
      'unreachable: checkout: HTTP 200, not a checkout',
    ],
    ['a reset', RESET, 'unreachable: checkout: ECONNRESET'],
    ['a code for the amount', businessError('10.107.0002'), 'refused: amount'],
    ['a code for the amount with a 400', businessError('10.107.0003', 400), 'refused: amount'],
    ['the gateway’s 401', gateway(401), 'fault: checkout: HTTP 401 none'],
    ['403', answeredWith('', 403), 'fault: checkout: HTTP 403 none'],
    ['E0501', businessError('E0501'), 'fault: checkout: HTTP 200 E0501'],
    ['an unknown code', businessError('12.110.0042'), 'fault: checkout: HTTP 200 12.110.0042'],
    ['404', html(404), 'fault: checkout: HTTP 404 none'],
  ])('%s', (_, outcome, expected) => {
    expect(inWords(readCheckout(outcome))).toBe(expected);
  });
});

describe('the answer to a purchase', () => {
  test.each([
    ['in process', reported('InProcessing'), 'live'],
    // SIBS's page C.5: "operation accepted but not finalized", as for MB WAY's approval.
    ['awaiting approval', reported('Pending', APPROVAL), 'live'],
    ['awaiting approval, in process', reported('InProcessing', APPROVAL), 'live'],
    ['paid and awaiting approval', reported('Success', APPROVAL), 'unknown: start: HTTP 200 Success 00.110.1601'],
    ['paid immediately', reported('Success'), 'live'],
    ['declined by the customer immediately', reported('Declined', 'E0500'), 'live'],
    ['declined for lack of funds immediately', reported('Declined', 'E0113'), 'live'],
    ['declined with a 400', reported('Declined', 'E0500', 400), 'live'],
    ['declined for a phone without MB WAY', reported('Declined', 'E0506'), 'refused: phoneNumber'],
    ['a code for the form of the phone', businessError('E0504'), 'refused: phoneNumber'],
    ['a code for the phone with a 400', businessError('E0506', 400), 'refused: phoneNumber'],
    ['declined for the amount', reported('Declined', '10.107.0003'), 'refused: amount'],
    ['the gateway’s 401', gateway(401), 'fault: start: HTTP 401 none none'],
    ['the gateway’s 403', gateway(403), 'fault: start: HTTP 403 none none'],
    ['an error E0501', reported('Error', 'E0501'), 'fault: start: HTTP 200 Error E0501'],
    ['a 400 with an unknown code', businessError('E0999', 400), 'fault: start: HTTP 400 none E0999'],
    ['an HTML 502', html(502), 'unknown: start: HTTP 502 none none'],
    ['503, whatever its body', businessError('E0506', 503), 'unknown: start: HTTP 503 none none'],
    ['the gateway’s 429', gateway(429), 'unknown: start: HTTP 429 none none'],
    ['an HTML 200', html(200), 'unknown: start: HTTP 200 none none'],
    ['an HTML 403', html(403), 'unknown: start: HTTP 403 none none'],
    ['garbage', GARBAGE, 'unknown: start: HTTP 200 none none'],
    ['an unknown error', businessError('E0999'), 'unknown: start: HTTP 200 none E0999'],
    ['Pending with an error', reported('Pending', 'E0999'), 'unknown: start: HTTP 200 Pending E0999'],
    ['a 400 without a code', answeredWith({ httpCode: '400' }, 400), 'unknown: start: HTTP 400 none none'],
    ['a 400 that reports Pending', reported('Pending', '000', 400), 'unknown: start: HTTP 400 Pending 000'],
    ['Timeout', reported('Timeout'), 'unknown: start: HTTP 200 Timeout 000'],
    ['a reset', RESET, 'unknown: start: ECONNRESET'],
  ])('%s', (_, outcome, expected) => {
    expect(inWords(readPush(outcome))).toBe(expected);
  });
});

describe('the answer to a generation', () => {
  const REQUESTED_MS = Date.parse('2026-02-15T23:59:59Z');
  const REFERENCE = { reference: '123456789', entity: '24000', status: 'UNPAID', expireDate: '2026-07-16T23:59:59' };
  const generated = (changes: object = {}, statusCode = '000') => {
    const paymentReference = { ...REFERENCE, ...changes };
    return answeredWith({ paymentStatus: 'Pending', paymentReference, returnStatus: { statusCode } });
  };
  const LISBON_MS = Date.parse('2026-07-16T22:59:59Z');

  test.each([
    ['expires when the bank reports', generated(), LISBON_MS],
    ['expires as requested where the bank gives no expiry', generated({ expireDate: null }), REQUESTED_MS],
    ['is read without its spaces', generated({ reference: '123 456 789', entity: 24000 }), LISBON_MS],
    ['is issued also when its code is that of waiting (C.5)', generated({}, APPROVAL), LISBON_MS],
  ])('%s', (_, outcome, expiresAtMs) => {
    const issued = { kind: 'issued', entity: '24000', reference: '123456789', expiresAtMs };
    expect(readReference(outcome, REQUESTED_MS)).toEqual(issued);
  });

  test.each([
    ['an invalid date', generated({ expireDate: 'soon' }), 'unknown: start: no usable reference'],
    ['an invalid number', generated({ reference: '12345' }), 'unknown: start: no usable reference'],
    ['no reference', reported('Pending'), 'unknown: start: no usable reference'],
    ['503', answeredWith('', 503), 'unknown: start: HTTP 503 none none'],
    ['a reset', RESET, 'unknown: start: ECONNRESET'],
    ['a code for the amount', reported('Declined', '10.107.0002'), 'refused: amount'],
    ['another reason', reported('Declined', '01.106.0004'), 'fault: start: HTTP 200 Declined 01.106.0004'],
    ['a code about phones', reported('Declined', 'E0506'), 'fault: start: alias code'],
  ])('issues nothing after %s', (_, outcome, expected) => {
    expect(inWords(readReference(outcome, REQUESTED_MS))).toBe(expected);
  });
});

describe('the answer to an inquiry', () => {
  const paid = (status: number, transactionID?: string) =>
    answeredWith({ transactionID, paymentStatus: 'Success', returnStatus: OK }, status);

  test.each([
    ['awaiting approval, the push was started (C.5)', reported('Pending', APPROVAL), 'waiting'],
    ['an HTML 502', html(502), 'unknown: status: HTTP 502 none none'],
    ['a 503 that reports paid', paid(503), 'unknown: status: HTTP 503 Success 000'],
    ['the gateway’s 401', gateway(401), 'unknown: status: HTTP 401 none none'],
    ['the gateway’s 429', gateway(429), 'unknown: status: HTTP 429 none none'],
    ['garbage', GARBAGE, 'unknown: status: HTTP 200 none none'],
    ['JSON that is not an object', answeredWith('null'), 'unknown: status: HTTP 200 none none'],
    ['an error without a status', businessError('E0501'), 'unknown: status: HTTP 200 none E0501'],
    ['another payment', paid(200, 's2other'), 'unknown: status: of another payment'],
  ])('%s', (_, outcome, expected) => {
    expect(inWords(readInquiry(outcome, 's2', 0))).toBe(expected);
  });

  test.each([
    ['deadline', 'late'],
    ['ECONNRESET', 'connection'],
  ])('is unknown after none, with the reason: %s', (detail, why) => {
    const outcome = readInquiry({ kind: 'no-answer', detail }, 's2', 0);
    expect(outcome).toEqual({ kind: 'unknown', detail: `status: ${detail}`, why });
  });

  test('is expired where the bank reports only that the reference is over', () => {
    expect(readInquiry(businessError('E0612'), 's2', 0)).toEqual({ kind: 'expired', abandoned: false });
  });
});
