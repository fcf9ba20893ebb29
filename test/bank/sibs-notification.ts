import { createCipheriv, randomBytes } from 'node:crypto';
import type { NotificationRequest } from '../../functions/banking/bank.ts';

/** The facts of a notification; what is absent has an ordinary value. */
export interface NotificationFacts {
  /** Our id, or another text from the bank. */
  merchantTransactionId: string;
  bankId: string;
  status?: 'Success' | 'Declined' | 'Timeout' | 'Pending' | 'Partial';
  method?: 'MBWAY' | 'REFERENCE';
  euros?: number;
  statusCode?: string;
  notificationId?: string;
  paidAt?: string;
  paymentType?: string;
  currency?: string;
  operationId?: string;
  originalBankId?: string;
}

export const BANK_PAID_AT = '2026-02-12T19:09:30.000Z';

const REFERENCE = { entity: '24000', reference: '123456789', expireDate: '2026-02-15T23:59:59.000Z' };

/** A notification of SIBS, sealed with the account's key. */
export function sibsNotification(facts: NotificationFacts, key: Buffer): NotificationRequest {
  const { status = 'Success', method = 'MBWAY', euros = 10, statusCode = '000', currency = 'EUR' } = facts;
  const content = {
    returnStatus: { statusCode, statusMsg: status },
    paymentStatus: status,
    paymentMethod: method,
    transactionID: facts.bankId,
    transactionDateTime: facts.paidAt ?? BANK_PAID_AT,
    amount: { currency, value: euros },
    merchant: { transactionId: facts.merchantTransactionId, terminalId: 58019, merchantName: 'LOJA', inApp: 'false' },
    paymentType: facts.paymentType ?? (method === 'MBWAY' ? 'PURS' : 'PREF'),
    ...(method === 'REFERENCE' && {
      paymentReference: { ...REFERENCE, status: status === 'Success' ? 'PAID' : 'UNPAID' },
    }),
    token: { tokenType: 'MobilePhone', value: '351#912345678' },
    ...(facts.operationId !== undefined && { internalTransactionId: facts.operationId }),
    ...(facts.originalBankId !== undefined && { originalTransaction: { id: facts.originalBankId } }),
    notificationID: facts.notificationId ?? 'notice-1',
  };
  return sealed(JSON.stringify(content), { key });
}

/** Seals a text as SIBS does: AES-256-GCM, the body in base64. */
export function sealed(text: string, { key, iv = randomBytes(12), tagBytes = 16 }: Seal): NotificationRequest {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  const rawBody = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
  const headers = {
    'X-Initialization-Vector': iv.toString('base64'),
    'X-Authentication-Tag': cipher.getAuthTag().toString('base64'),
    'Content-Type': 'text/plain',
  };
  return { headers, rawBody };
}

interface Seal {
  key: Buffer;
  iv?: Buffer;
  tagBytes?: number;
}
