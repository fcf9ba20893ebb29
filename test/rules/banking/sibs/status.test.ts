import { describe, expect, test } from 'vitest';
import type { BankStatus } from '../../../../functions/banking/bank.ts';
import { statusOf } from '../../../../functions/banking/sibs/status.ts';
import { sibsReport } from '../../../../functions/banking/sibs/wire.ts';
import { publishedSibs } from '../../../rig/banks/published-sibs.ts';

const PAID_PUSH = {
  paymentStatus: 'Success',
  paymentMethod: 'MBWAY',
  paymentType: 'PURS',
  amount: { value: 16.9, currency: 'EUR' },
  transactionDateTime: '2026-03-12T10:48:44Z',
  returnStatus: { statusCode: '000', statusMsg: 'Success' },
};
const REFERENCE = { entity: '24000', reference: '123456789', status: 'PAID', expireDate: '2026-03-15T23:59:59.000Z' };
const PAID_REFERENCE = { ...PAID_PUSH, paymentMethod: 'REFERENCE', paymentType: 'PREF', paymentReference: REFERENCE };
const PENDING_REFERENCE = {
  ...PAID_REFERENCE,
  paymentStatus: 'Pending',
  paymentReference: { ...REFERENCE, status: 'UNPAID' },
};
const UNPAID = { paymentMethod: 'MBWAY', paymentType: 'PURS', amount: PAID_PUSH.amount };
const declined = (statusCode: string, statusDescription = '') => ({
  ...UNPAID,
  paymentStatus: 'Declined',
  returnStatus: { statusCode, statusMsg: 'Declined', statusDescription },
});

/** C.5: the operation was accepted and awaits MB WAY's approval; listed again under time-outs and abandonment. */
const approval = (paymentStatus: string) => ({ paymentStatus, returnStatus: { statusCode: '00.110.1601' } });

const read = (report: object): BankStatus => statusOf(sibsReport.parse(report), 0);
const paid = (method: 'MBWAY' | 'REFERENCE', changes: object = {}) => ({
  kind: 'paid',
  method,
  amountCents: 1690,
  paidAtMs: Date.parse('2026-03-12T10:48:44Z'),
  ...changes,
});

describe('money is', () => {
  test.each<[string, object, object]>([
    ['a push that succeeded', PAID_PUSH, paid('MBWAY')],
    ['the same without a type', { ...PAID_PUSH, paymentType: undefined }, paid('MBWAY')],
    ['the same with its amount as text', { ...PAID_PUSH, amount: { value: '16.90', currency: 'EUR' } }, paid('MBWAY')],
    ['the same with a padded date', { ...PAID_PUSH, transactionDateTime: '2026-03-12T10:48:44.000Z ' }, paid('MBWAY')],
    ['the same without a date', { ...PAID_PUSH, transactionDateTime: undefined }, paid('MBWAY', { paidAtMs: null })],
    ['a reference that succeeded and is paid', PAID_REFERENCE, paid('REFERENCE')],
    ['the same, typed as a purchase', { ...PAID_REFERENCE, paymentType: 'PURS' }, paid('REFERENCE')],
  ])('%s', (_, report, status) => {
    expect(read(report)).toEqual(status);
  });
});

describe('money that is not the complete payment is reported with its amount:', () => {
  const dollars = { value: 16.9, currency: 'USD' };
  test.each<[string, object, BankStatus]>([
    [
      'part of the amount',
      { ...PAID_PUSH, paymentStatus: 'Partial' },
      { kind: 'partial', amountCents: 1690, paidAtMs: Date.parse('2026-03-12T10:48:44Z') },
    ],
    [
      'a part without an amount',
      { paymentStatus: 'Partial' },
      { kind: 'odd', detail: 'Partial with an unreadable amount' },
    ],
    ['another currency', { ...PAID_PUSH, amount: dollars }, { kind: 'odd', detail: 'Success of 16.9 USD' }],
    [
      'part of it in another currency',
      { ...PAID_PUSH, paymentStatus: 'Partial', amount: dollars },
      { kind: 'odd', detail: 'Partial of 16.9 USD' },
    ],
    [
      'another currency without an amount',
      { ...PAID_PUSH, amount: { value: '351#912345678', currency: '351#912345678' } },
      { kind: 'odd', detail: 'Success of ? unlisted' },
    ],
  ])('%s', (_, report, status) => {
    expect(read(report)).toEqual(status);
  });
});

describe('SIBS’s id of the movement is reported with money only:', () => {
  const internalTransactionId = 'S13039300290071S';
  test.each<[string, object, string | undefined]>([
    ['a payment', PAID_PUSH, internalTransactionId],
    ['a part', { ...PAID_PUSH, paymentStatus: 'Partial' }, internalTransactionId],
    ['a contradiction', { ...PAID_PUSH, paymentType: 'RFND' }, internalTransactionId],
    ['a refusal', declined('E0500'), undefined],
  ])('%s', (_, report, operationId) => {
    const status = read({ ...report, internalTransactionId });
    expect('operationId' in status ? status.operationId : undefined).toBe(operationId);
  });

  test('it is omitted where it is not well-formed', () => {
    for (const id of ['', '351#912345678', 'x'.repeat(41), null, 7.5e30, {}]) {
      const status = read({ ...PAID_PUSH, internalTransactionId: id });
      expect([status.kind, JSON.stringify(status).includes('912345678')]).toEqual(['paid', false]);
    }
  });
});

describe('a success that contradicts itself is `odd`, for a person to check:', () => {
  test.each<[string, object, string]>([
    ['an annulment', { ...PAID_PUSH, paymentType: 'RVRS' }, 'Success of type RVRS'],
    ['a refund', { ...PAID_PUSH, paymentType: 'RFND' }, 'Success of type RFND'],
    ['a method that we never request', { ...PAID_PUSH, paymentMethod: 'CARD' }, 'Success by method CARD'],
    ['no method', { ...PAID_PUSH, paymentMethod: null }, 'Success by method none'],
    ['no amount', { ...PAID_PUSH, amount: null }, 'Success with an unreadable amount'],
    ['no currency', { ...PAID_PUSH, amount: { value: 16.9, currency: '' } }, 'Success with an unreadable amount'],
    [
      'a fraction of a cent',
      { ...PAID_PUSH, amount: { value: '16.905', currency: 'EUR' } },
      'Success with an unreadable amount',
    ],
    ['nothing', { ...PAID_PUSH, amount: { value: 0, currency: 'EUR' } }, 'Success with an unreadable amount'],
    ['an error code', { ...PAID_PUSH, returnStatus: { statusCode: 'E0500' } }, 'Success with code E0500'],
    ['a code of waiting', { ...PAID_PUSH, ...approval('Success') }, 'Success with code 00.110.1601'],
    [
      'an unpaid reference',
      { ...PAID_REFERENCE, paymentReference: { ...REFERENCE, status: 'UNPAID' } },
      'Success with reference status UNPAID',
    ],
    [
      'a reference without its status',
      { ...PAID_REFERENCE, paymentReference: undefined },
      'Success with reference status none',
    ],
    [
      'a paid reference that is pending',
      { ...PAID_REFERENCE, paymentStatus: 'Pending' },
      'paid by its reference, Pending by its status',
    ],
    ['a refusal because it was paid', declined('E0613'), 'paid by its reference, Declined by its status'],
    [
      'a text that is no keyword, which is not in the detail',
      { ...PAID_PUSH, paymentType: '351#912345678' },
      'Success of type unlisted',
    ],
  ])('%s', (_, report, detail) => {
    expect(read(report)).toEqual({ kind: 'odd', detail });
  });
});

describe('a status without money is', () => {
  const expiresAtMs = Date.parse('2026-03-15T23:59:59Z');
  const reference = { entity: '24000', reference: '123456789', expiresAtMs };
  const withReferenceStatus = (status: string) => ({
    ...PENDING_REFERENCE,
    paymentReference: { ...REFERENCE, status },
  });

  test.each<[string, object, BankStatus]>([
    ['waiting: a push that was sent', { ...UNPAID, paymentStatus: 'Pending' }, { kind: 'waiting' }],
    ['waiting: a push in process', { paymentStatus: 'InProcessing' }, { kind: 'waiting' }],
    ['waiting: awaiting approval, by its code alone', approval('Pending'), { kind: 'waiting' }],
    ['waiting: awaiting approval, in process', approval('InProcessing'), { kind: 'waiting' }],
    ['expired: by the same code, at a time-out', approval('Timeout'), { kind: 'expired', abandoned: false }],
    ['abandoned: declined by the same code', approval('Declined'), { kind: 'expired', abandoned: true }],
    ['waiting: a reference, which it names', PENDING_REFERENCE, { kind: 'waiting', reference }],
    [
      'waiting: a reference without an expiry',
      { ...PENDING_REFERENCE, paymentReference: { ...REFERENCE, status: 'UNPAID', expireDate: null } },
      { kind: 'waiting' },
    ],
    [
      'waiting: a payment with a phone',
      { paymentStatus: 'Pending', token: { tokenType: 'MobilePhone' } },
      { kind: 'waiting' },
    ],
    [
      'not started: a checkout only',
      { paymentStatus: 'Pending', paymentType: 'PURS', amount: PAID_PUSH.amount },
      { kind: 'not-started' },
    ],
    ['expired: an unanswered push', { ...UNPAID, paymentStatus: 'Timeout' }, { kind: 'expired', abandoned: false }],
    ['expired: by the keyword', { ...UNPAID, paymentStatus: 'Expired' }, { kind: 'expired', abandoned: false }],
    ['expired: by the code for references', declined('E0612'), { kind: 'expired', abandoned: false }],
    [
      'expired: a pending payment whose reference is over',
      withReferenceStatus('EXPIRED'),
      { kind: 'expired', abandoned: false },
    ],
    [
      'expired: a pending payment whose reference was cancelled',
      withReferenceStatus('Cancelled'),
      { kind: 'expired', abandoned: false },
    ],
    [
      'abandoned: declined in words of abandonment',
      declined('10.106.0001', 'The operation was abandoned: not accepted nor refused'),
      { kind: 'expired', abandoned: true },
    ],
    ['refused by the customer', declined('E0500'), { kind: 'refused', by: 'customer' }],
    [
      'refused by the cardholder, as published',
      JSON.parse(publishedSibs('answer-refused-by-cardholder.json')),
      { kind: 'refused', by: 'customer' },
    ],
    ['refused by the cardholder, by its code', declined('10.106.0001'), { kind: 'refused', by: 'customer' }],
    [
      'refused by the cardholder, by its words',
      declined('10.106.0002', 'Operation was refused by the card holder'),
      { kind: 'refused', by: 'customer' },
    ],
    [
      'refused by the bank, in the words of the third example',
      declined('10.106.0002', 'Issue with the Operation (declined)'),
      { kind: 'refused', by: 'bank' },
    ],
    ['refused by the bank: declined, and the call accepted', declined('000'), { kind: 'refused', by: 'bank' }],
    ['refused by the bank for want of funds', declined('E0113'), { kind: 'refused', by: 'bank' }],
    ['refused by the bank for an unknown phone', declined('E0506'), { kind: 'refused', by: 'bank' }],
    [
      'unknown: an error',
      { ...UNPAID, paymentStatus: 'Error', returnStatus: { statusCode: 'E0501' } },
      { kind: 'unknown', detail: 'Error E0501' },
    ],
    [
      'unknown: a keyword that SIBS has not published',
      { ...UNPAID, paymentStatus: 'Paused' },
      { kind: 'unknown', detail: 'Paused none' },
    ],
    [
      'unknown: a keyword in the wrong case',
      { ...PAID_PUSH, paymentStatus: 'SUCCESS' },
      { kind: 'unknown', detail: 'SUCCESS 000' },
    ],
  ])('%s', (_, report, status) => {
    expect(read(report)).toEqual(status);
  });
});
