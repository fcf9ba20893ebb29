import { randomBytes } from 'node:crypto';
import { type NotificationFacts, sibsNotification as sealedNotification } from '../../bank/sibs-notification.ts';
import type { Reply } from './scripted-server.ts';
import { CREDENTIALS, json, type ScriptedSibs } from './scripted-sibs.ts';

const OK = { statusCode: '000', statusMsg: 'Success' };

/** A checkout's answer with a new id each time: reading the body creates it. */
export const registers = (): Reply => ({
  status: 200,
  get body() {
    const transactionID = `s2${randomBytes(9).toString('hex')}`;
    return JSON.stringify({ transactionID, transactionSignature: 'sig==', returnStatus: OK });
  },
});

export const PUSH_OUT = json({ paymentStatus: 'Pending', returnStatus: OK });
export const NOT_REGISTERED = json({ paymentStatus: 'Declined', returnStatus: { statusCode: 'E0506' } });
export const AMOUNT_REFUSED = json({ returnStatus: { statusCode: '10.107.0003' } });
export const OUR_FAULT = json({ paymentStatus: 'Error', returnStatus: { statusCode: 'E0501' } });
export const BANK_503 = json({ returnStatus: { statusCode: 'E0999', statusMsg: 'Unavailable' } }, 503);

export const ISSUED_REFERENCE = {
  entity: '24000',
  reference: '123456789',
  expireDate: '2026-02-15T23:59:59.000Z',
  status: 'UNPAID',
};
export const REFERENCE_OUT = json({ paymentStatus: 'Pending', paymentReference: ISSUED_REFERENCE, returnStatus: OK });

/** The bank's answers to an inquiry. */
export const ANSWERS = {
  waiting: json({ paymentStatus: 'Pending', paymentMethod: 'MBWAY', returnStatus: OK }),
  waitingReference: json({
    paymentStatus: 'Pending',
    paymentMethod: 'REFERENCE',
    paymentReference: ISSUED_REFERENCE,
    returnStatus: OK,
  }),
  waitingForAReferenceItDoesNotName: json({
    paymentStatus: 'Pending',
    paymentMethod: 'REFERENCE',
    returnStatus: OK,
  }),
  notStarted: json({ paymentStatus: 'Pending', returnStatus: OK }),
  timedOut: json({ paymentStatus: 'Timeout', paymentMethod: 'MBWAY', returnStatus: OK }),
  declined: json({ paymentStatus: 'Declined', paymentMethod: 'MBWAY', returnStatus: { statusCode: 'E0113' } }),
  paid: (euros: number, paymentMethod = 'MBWAY', internalTransactionId?: string) =>
    json({
      ...(internalTransactionId !== undefined && { internalTransactionId }),
      paymentStatus: 'Success',
      paymentMethod,
      paymentType: paymentMethod === 'MBWAY' ? 'PURS' : 'PREF',
      amount: { value: euros, currency: 'EUR' },
      ...(paymentMethod === 'REFERENCE' && { paymentReference: { ...ISSUED_REFERENCE, status: 'PAID' } }),
      returnStatus: OK,
    }),
};

/** Makes the bank work normally. */
export function behave(sibs: ScriptedSibs): void {
  sibs.seen.length = 0;
  sibs.script('checkout', registers());
  sibs.script('purchase', PUSH_OUT);
  sibs.script('generate', REFERENCE_OUT);
  sibs.script('status', BANK_503);
}

/** Number of pushes and of references for one transaction. */
export function startsSeen(sibs: ScriptedSibs): { pushes: number; references: number } {
  return { pushes: sibs.seenAt('purchase').length, references: sibs.seenAt('generate').length };
}

/** The transaction ids in the checkouts at the bank. */
export function checkoutsSeen(sibs: ScriptedSibs): string[] {
  const ids = sibs.seenAt('checkout').map(({ body }) => String(JSON.parse(body).merchant.merchantTransactionId));
  return ids.map((id) => `tx_${id.split('-')[0]}`);
}

/** A sealed notification of SIBS, as the service receives it. */
export function sibsNotification(facts: NotificationFacts, key = Buffer.from(CREDENTIALS.notificationKey, 'base64')) {
  return sealedNotification(facts, key);
}
