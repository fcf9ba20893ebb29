import type { AcknowledgementCode } from '../account.ts';
import type { Acknowledgement, BankStatus, NotificationReading, NotificationRequest } from '../bank.ts';
import { transactionIdOf } from './checkout-id.ts';
import { codeWord, effectOf } from './codes.ts';
import { openEnvelope } from './envelope.ts';
import { isAnotherOperation, isUnderstood, methodOf, operationIdOf, statusOf } from './status.ts';
import { bankTimeMs } from './time.ts';
import { centsOf, parseWire, type SibsNotification, sibsBackOfficeTest, sibsNotification } from './wire.ts';

/** Authenticates a notification received at `nowMs` and reads it (decision D20). `key` is 32 bytes. Never throws. */
export function readSibsNotification(request: NotificationRequest, key: Buffer, nowMs: number): NotificationReading {
  const opened = openEnvelope(request, key);
  if (opened.kind === 'rejected') return opened;
  const notification = parseWire(sibsNotification, opened.text);
  if (!notification) return { kind: 'rejected', detail: 'authentic, but not in the form of a notification' };
  if (parseWire(sibsBackOfficeTest, opened.text)) {
    return { kind: 'irrelevant', noticeId: notification.notificationID, detail: 'test of the back office' };
  }
  return meaningOf(notification, nowMs);
}

function meaningOf(notification: SibsNotification, nowMs: number): NotificationReading {
  const noticeId = notification.notificationID;
  if (isWithoutMoney(notification)) {
    return { kind: 'irrelevant', noticeId, detail: `event of ${codeWord(notification.paymentMethod)}` };
  }
  if (isAnotherOperation(notification)) return anotherOperation(notification, nowMs);
  if (isGeneratedReference(notification)) return { kind: 'irrelevant', noticeId, detail: 'reference generated' };
  const status = statusOf(notification, nowMs);
  // SIBS notifies started payments only, so a notification with too little content is `waiting`.
  return noticeOf(notification, status.kind === 'not-started' ? { kind: 'waiting' } : named(status, notification));
}

/** Without SIBS's id of the movement its time, as written, is its name. */
function named(status: BankStatus, { transactionDateTime }: SibsNotification): BankStatus {
  if ((status.kind !== 'paid' && status.kind !== 'partial') || status.operationId !== undefined) return status;
  return status.paidAtMs === null || !transactionDateTime ? status : { ...status, operationId: transactionDateTime };
}

function noticeOf(notification: SibsNotification, status: BankStatus): NotificationReading {
  return {
    kind: 'notice',
    notice: {
      noticeId: notification.notificationID,
      bankId: notification.transactionID,
      transactionId: transactionIdOf(notification.merchant?.transactionId),
      method: methodOf(notification),
      status,
    },
  };
}

/**
 * Whether the event moves no money, whatever its status: something that happened to a mandate (E.1.2) or a token, or a
 * sum of zero, as when a card is stored. A collection by mandate also has the method MANDATE, but an amount and no
 * action (D.2.1.3).
 */
function isWithoutMoney(notification: SibsNotification): boolean {
  const { paymentMethod, paymentType, amount, mbwayMandate } = notification;
  const isNothing = amount ? /^0+(\.0*)?$/.test(String(amount.value).trim()) : !paymentType;
  if (mbwayMandate?.mandateAction) return paymentMethod === 'MANDATE' || !amount || isNothing;
  if (methodOf(notification) !== null || !paymentMethod) return false;
  return isNothing && (Boolean(amount) || INSTRUMENTS.has(paymentMethod));
}

/** SIBS's methods that are named after the instrument, whose events are notified too. */
const INSTRUMENTS = new Set(['MANDATE', 'TOKEN']);

/**
 * An annulment or refund is also reported as Success, with its own type and id; a declined one does not affect the
 * payment. Its id identifies repeats. SIBS's id of the movement, else the time, is appended: several refunds of one
 * payment may have the same id.
 */
function anotherOperation(notification: SibsNotification, nowMs: number): NotificationReading {
  const {
    notificationID: noticeId,
    transactionID,
    paymentStatus,
    merchant,
    originalTransaction,
    amount,
  } = notification;
  const type = codeWord(notification.paymentType);
  const effect = effectOf(notification.paymentType ?? '');
  const isDone = paymentStatus === 'Success' || paymentStatus === 'Partial';
  if (effect === 'nothing' || !isDone || !isUnderstood(notification)) {
    return { kind: 'irrelevant', noticeId, detail: `type ${type}` };
  }
  const operationId = operationIdOf(notification);
  if (effect === 'collects') {
    // We never start such an operation, so a person must assign its money.
    const detail = `${paymentStatus} of type ${type}`;
    return noticeOf(notification, { kind: 'odd', detail, ...(operationId !== null && { operationId }) });
  }
  const returnedAtMs = bankTimeMs(notification.transactionDateTime, nowMs);
  // The digits of the time as sent are the same in each repeat, whatever instant they mean.
  const timeDigits = returnedAtMs === null ? '' : (notification.transactionDateTime ?? '').replaceAll(/\D/g, '');
  const movement = operationId ?? timeDigits;
  return {
    kind: 'returned',
    notice: {
      noticeId,
      returnId: movement === '' ? transactionID : `${transactionID}.${movement}`,
      kind: effect,
      type,
      transactionId: transactionIdOf(merchant?.transactionId),
      originalBankId: originalTransaction?.id || null,
      amountCents: amount?.currency === 'EUR' ? centsOf(amount) : null,
      returnedAtMs,
    },
  };
}

/** A generated, unpaid reference: the bank reports `Pending`, or `Success` of the generation. */
function isGeneratedReference({ paymentStatus, paymentReference }: SibsNotification): boolean {
  const status = paymentReference?.status?.toUpperCase();
  if (paymentStatus === 'Success') return status === 'UNPAID';
  return paymentStatus === 'Pending' && Boolean(paymentReference?.reference) && (!status || status === 'UNPAID');
}

/** The answer after which SIBS stops repeating the notification; SIBS ignores an answer with another body. */
export function acknowledgeSibs(noticeId: string, statusCode: AcknowledgementCode = '000'): Acknowledgement {
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ statusCode, statusMsg: 'Success', notificationID: noticeId }),
  };
}
