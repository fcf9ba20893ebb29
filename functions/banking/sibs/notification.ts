import type { AcknowledgementCode } from '../account.ts';
import type { Acknowledgement, NotificationReading, NotificationRequest } from '../bank.ts';
import { codeWord, returnKindOf } from './codes.ts';
import { openEnvelope } from './envelope.ts';
import { isAnotherOperation, isUnderstood, methodOf, operationIdOf, statusOf } from './status.ts';
import { bankTimeMs } from './time.ts';
import { centsOf, parseWire, type SibsNotification, sibsNotification, transactionIdOf } from './wire.ts';

/** Authenticates a notification received at `nowMs` and reads it (decision D20). `key` is 32 bytes. Never throws. */
export function readSibsNotification(request: NotificationRequest, key: Buffer, nowMs: number): NotificationReading {
  const opened = openEnvelope(request, key);
  if (opened.kind === 'rejected') return opened;
  const notification = parseWire(sibsNotification, opened.text);
  if (!notification) return { kind: 'rejected', detail: 'authentic, but not in the form of a notification' };
  return meaningOf(notification, nowMs);
}

function meaningOf(notification: SibsNotification, nowMs: number): NotificationReading {
  const noticeId = notification.notificationID;
  if (isAnotherOperation(notification)) return anotherOperation(notification, nowMs);
  if (isGeneratedReference(notification)) return { kind: 'irrelevant', noticeId, detail: 'reference generated' };
  const status = statusOf(notification, nowMs);
  return {
    kind: 'notice',
    notice: {
      noticeId,
      bankId: notification.transactionID,
      transactionId: transactionIdOf(notification.merchant?.transactionId),
      method: methodOf(notification),
      // SIBS notifies started payments only, so a notification with too little content is `waiting`.
      status: status.kind === 'not-started' ? { kind: 'waiting' } : status,
    },
  };
}

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
  const kind = returnKindOf(notification.paymentType ?? '');
  const isDone = paymentStatus === 'Success' || paymentStatus === 'Partial';
  if (kind === null || !isDone || !isUnderstood(notification)) {
    return { kind: 'irrelevant', noticeId, detail: `type ${type}` };
  }
  const returnedAtMs = bankTimeMs(notification.transactionDateTime, nowMs);
  // The digits of the time as sent are the same in each repeat, whatever instant they mean.
  const timeDigits = returnedAtMs === null ? '' : (notification.transactionDateTime ?? '').replaceAll(/\D/g, '');
  const movement = operationIdOf(notification) ?? timeDigits;
  return {
    kind: 'returned',
    notice: {
      noticeId,
      returnId: movement === '' ? transactionID : `${transactionID}.${movement}`,
      kind,
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
