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
const push = (changes: object): object => ({ ...PAID_PUSH, ...changes });
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
  const dollars = { amount: { value: 16.9, currency: 'USD' } };
  const phones = { amount: { value: '351#912345678', currency: '351#912345678' } };
  const odd = (detail: string): BankStatus => ({ kind: 'odd', detail });
  const part: BankStatus = { kind: 'partial', amountCents: 1690, paidAtMs: Date.parse('2026-03-12T10:48:44Z') };
  test.each<[string, object, BankStatus]>([
    ['part of the amount', push({ paymentStatus: 'Partial' }), part],
    ['a part without an amount', { paymentStatus: 'Partial' }, odd('Partial with an unreadable amount')],
    ['another currency', push(dollars), odd('Success of 16.9 USD')],
    ['a part in another currency', push({ paymentStatus: 'Partial', ...dollars }), odd('Partial of 16.9 USD')],
    ['another currency without an amount', push(phones), odd('Success of ? unlisted')],
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
  const amount = (value: unknown, currency = 'EUR') => push({ amount: { value, currency } });
  const reference = (status: string) => ({ ...PAID_REFERENCE, paymentReference: { ...REFERENCE, status } });
  test.each<[string, object, string]>([
    ['an annulment', push({ paymentType: 'RVRS' }), 'Success of type RVRS'],
    ['a refund', push({ paymentType: 'RFND' }), 'Success of type RFND'],
    ['a method that we never request', push({ paymentMethod: 'CARD' }), 'Success by method CARD'],
    ['no method', push({ paymentMethod: null }), 'Success by method none'],
    ['no amount', push({ amount: null }), 'Success with an unreadable amount'],
    ['no currency', amount(16.9, ''), 'Success with an unreadable amount'],
    ['a fraction of a cent', amount('16.905'), 'Success with an unreadable amount'],
    ['nothing', amount(0), 'Success with an unreadable amount'],
    ['an error code', push({ returnStatus: { statusCode: 'E0500' } }), 'Success with code E0500'],
    ['a code of waiting', push(approval('Success')), 'Success with code 00.110.1601'],
    ['an unpaid reference', reference('UNPAID'), 'Success with reference status UNPAID'],
    ['no reference', { ...PAID_REFERENCE, paymentReference: undefined }, 'Success with reference status none'],
    [
      'a paid reference that is pending',
      { ...PAID_REFERENCE, paymentStatus: 'Pending' },
      'paid by its reference, Pending by its status',
    ],
    ['a refusal because it was paid', declined('E0613'), 'paid by its reference, Declined by its status'],
    ['no keyword, which is not in the detail', push({ paymentType: '351#912345678' }), 'Success of type unlisted'],
  ])('%s', (_, report, detail) => {
    expect(read(report)).toEqual({ kind: 'odd', detail });
  });
});

describe('a status without money is', () => {
  const expiresAtMs = Date.parse('2026-03-15T23:59:59Z');
  const pending = (changes: object): object => ({
    ...PENDING_REFERENCE,
    paymentReference: { ...PENDING_REFERENCE.paymentReference, ...changes },
  });
  const unpaid = (paymentStatus: string, changes: object = {}) => ({ ...UNPAID, paymentStatus, ...changes });
  const cardholder = JSON.parse(publishedSibs('answer-refused-by-cardholder.json'));
  const checkout = { paymentStatus: 'Pending', paymentType: 'PURS', amount: PAID_PUSH.amount };

  const waiting: BankStatus = { kind: 'waiting' };
  const named: BankStatus = { ...waiting, reference: { entity: '24000', reference: '123456789', expiresAtMs } };
  test.each<[string, object, BankStatus]>([
    ['a push that was sent', unpaid('Pending'), waiting],
    ['a push in process', { paymentStatus: 'InProcessing' }, waiting],
    ['awaiting approval, by its code alone', approval('Pending'), waiting],
    ['awaiting approval, in process', approval('InProcessing'), waiting],
    ['a reference, which it names', PENDING_REFERENCE, named],
    ['a reference without an expiry', pending({ expireDate: null }), waiting],
    ['a payment with a phone', { paymentStatus: 'Pending', token: { tokenType: 'MobilePhone' } }, waiting],
    ['a checkout only', checkout, { kind: 'not-started' }],
  ])('waiting or not started: %s', (_, report, status) => {
    expect(read(report)).toEqual(status);
  });

  test.each<[string, object, abandoned: boolean]>([
    ['a time-out by the code of approval', approval('Timeout'), false],
    ['declined by the code of approval', approval('Declined'), true],
    ['an unanswered push', unpaid('Timeout'), false],
    ['the keyword', unpaid('Expired'), false],
    ['the code for references', declined('E0612'), false],
    ['a pending payment whose reference is over', pending({ status: 'EXPIRED' }), false],
    ['a pending payment whose reference was cancelled', pending({ status: 'Cancelled' }), false],
    [
      'declined in words of abandonment',
      declined('10.106.0001', 'The operation was abandoned: not accepted nor refused'),
      true,
    ],
  ])('expired: %s', (_, report, abandoned) => {
    expect(read(report)).toEqual({ kind: 'expired', abandoned });
  });

  test.each<[string, object, by: 'customer' | 'bank']>([
    ['by its code', declined('E0500'), 'customer'],
    ['as published', cardholder, 'customer'],
    ['by the code of the cardholder', declined('10.106.0001'), 'customer'],
    ['by words', declined('10.106.0002', 'Operation was refused by the card holder'), 'customer'],
    ['in the words of the third example', declined('10.106.0002', 'Issue with the Operation (declined)'), 'bank'],
    ['declined, and the call accepted', declined('000'), 'bank'],
    ['for want of funds', declined('E0113'), 'bank'],
    ['for an unknown phone', declined('E0506'), 'bank'],
  ])('refused: %s', (_, report, by) => {
    expect(read(report)).toEqual({ kind: 'refused', by });
  });

  test.each<[string, object, detail: string]>([
    ['an error', unpaid('Error', { returnStatus: { statusCode: 'E0501' } }), 'Error E0501'],
    ['a keyword that SIBS has not published', unpaid('Paused'), 'Paused none'],
    ['a keyword in the wrong case', push({ paymentStatus: 'SUCCESS' }), 'SUCCESS 000'],
  ])('unknown: %s', (_, report, detail) => {
    expect(read(report)).toEqual({ kind: 'unknown', detail });
  });
});
