/**
 * Notifications in the shapes of SIBS's published samples, older and newer, with their irregularities: amounts and
 * terminal ids as strings, a space at the end of a date, unknown fields, Success for a generated reference. The values
 * are ours.
 */
const merchant = { terminalId: '99978', merchantName: 'LOJA DE TESTE', inApp: 'false' };
const token = { tokenType: 'MobilePhone', value: '351#912345678' };
const SUCCESS = { statusMsg: 'Success', statusCode: '000' };

export interface SampleFacts {
  bankId: string;
  merchantTransactionId: string;
}

export type Sample = (facts: SampleFacts) => Record<string, unknown>;

/** Older: everything a string. */
export const PUSH_PAID: Sample = ({ bankId, merchantTransactionId }) => ({
  returnStatus: SUCCESS,
  paymentStatus: 'Success',
  paymentMethod: 'MBWAY',
  transactionID: bankId,
  transactionDateTime: '2026-11-11T16:18:53.127Z ',
  amount: { currency: 'EUR', value: '16.20' },
  merchant: { transactionId: merchantTransactionId, ...merchant },
  paymentType: 'PURS',
  token,
  internalTransactionId: 'S14073500001359S',
  notificationID: '839ca363-8581-4b9f-8041-a6df0000f643',
});

export const PUSH_DECLINED: Sample = (facts) => ({
  ...PUSH_PAID(facts),
  returnStatus: { statusMsg: 'Declined', statusCode: '01.106.0004' },
  paymentStatus: 'Declined',
  notificationID: '839ca363-8581-4b9f-8041-a6d4560000aa',
});

/** Newer: numbers as numbers, and other fields. */
export const PUSH_PAID_NEWER: Sample = (facts) => ({
  ...PUSH_PAID(facts),
  amount: { currency: 'EUR', value: 16.2 },
  transactionDateTime: '2026-03-12T10:48:44Z',
  merchant: { transactionId: facts.merchantTransactionId, terminalId: 99978 },
  notificationID: 'b6571d90-35d6-41a6-b7b1-732464b10000',
});

const reference = (status: string) => ({
  paymentMethod: 'REFERENCE',
  paymentReference: {
    reference: '123 456 789',
    entity: '24000',
    paymentEntity: '24000',
    amount: { currency: 'EUR', value: '16.20' },
    status,
    expireDate: '2026-11-14T23:59:59.000Z ',
  },
});

export const REFERENCE_GENERATED: Sample = (facts) => ({
  ...PUSH_PAID(facts),
  ...reference('UNPAID'),
  token: undefined,
  paymentType: 'PREF',
  notificationID: '839ca363-8581-4b9f-8041-a6df0000bbbb',
});

export const REFERENCE_PAID: Sample = (facts) => ({
  ...PUSH_PAID(facts),
  ...reference('PAID'),
  token: undefined,
  paymentType: 'PREF',
  sepaMandate: null,
  notificationID: '839ca363-8581-4b9f-8041-a6df0000cccc',
});
