import type { Acknowledgement, NotificationReading, NotificationRequest } from '../bank.ts';
import { codeWord, returnKindOf } from './codes.ts';
import { openEnvelope } from './envelope.ts';
import { isAnotherOperation, isUnderstood, methodOf, operationIdOf, statusOf } from './status.ts';
import { bankTimeMs } from './time.ts';
import { centsOf, parseWire, type SibsNotification, sibsNotification, transactionIdOf } from './wire.ts';

/** Authenticates a notification that came at `nowMs` and reads it (decision D20). `key` is 32 bytes. Never throws. */
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
      // Nothing is notified of a payment that was never started, however little the notification says of it.
      status: status.kind === 'not-started' ? { kind: 'waiting' } : status,
    },
  };
}

/**
 * An annulment or a refund is reported as Success too, of a type and under an id of its own; its decline says nothing of
 * the payment. It is the return's own id that tells repeats; SIBS's id of the movement goes with it, else its time, because
 * several refunds of one payment may be reported under one id.
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
  // Of the time its figures as they came: the same in each repeat, whatever instant they are read as.
  const figures = returnedAtMs === null ? '' : (notification.transactionDateTime ?? '').replaceAll(/\D/g, '');
  const movement = operationIdOf(notification) ?? figures;
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

/** A reference has been generated and nobody has paid it: the bank may call that Pending, or the Success of generating. */
function isGeneratedReference({ paymentStatus, paymentReference }: SibsNotification): boolean {
  const status = paymentReference?.status?.toUpperCase();
  if (paymentStatus === 'Success') return status === 'UNPAID';
  return paymentStatus === 'Pending' && Boolean(paymentReference?.reference) && (!status || status === 'UNPAID');
}

/** The answer after which SIBS does not send the notification again; a wrong body counts as none. */
export function acknowledgeSibs(noticeId: string): Acknowledgement {
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ statusCode: '000', statusMsg: 'Success', notificationID: noticeId }),
  };
}
