import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { init, onPayment, push, statusOf } from './payments.ts';
import { control, nowOf, type Shop, type Stage } from './stage.ts';
import { readItem, readSecrets } from './tables.ts';

/** What a bank could send and the simulated one does not: a notification of SIBS, sealed with the account's key. */
async function notify(stage: Stage, notificationKey: string, notice: object): Promise<void> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(notificationKey, 'base64'), iv);
  const content = JSON.stringify({
    returnStatus: { statusCode: '000', statusMsg: 'Success' },
    paymentStatus: 'Success',
    paymentMethod: 'MBWAY',
    paymentType: 'PURS',
    transactionDateTime: await nowOf(stage),
    notificationID: randomUUID(),
    ...notice,
  });
  const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  const headers = {
    'Content-Type': 'text/plain',
    'X-Initialization-Vector': iv.toString('base64'),
    'X-Authentication-Tag': cipher.getAuthTag().toString('base64'),
  };
  const sent = { body: sealed.toString('base64'), headers };
  const { status, json } = await stage.service.call('POST', '/api/bank/sandbox/notifications', sent);
  stage.met.add(`POST /bank/sandbox/notifications: ${status}`, json);
}

/** Money of nobody, in dollars, or of two sums; and every way in which money goes back. */
export async function playNotices(stage: Stage, shop: Shop): Promise<void> {
  const { notificationKey = '' } = (await readSecrets(stage))['payment-service/dev/bank-accounts/sandbox'] ?? {};
  const tell = (notice: object) => notify(stage, notificationKey, notice);
  const euros = (value: number) => ({ value, currency: 'EUR' });
  const foreign = { transactionId: 'other' };
  await tell({ transactionID: 'foreign1', merchant: foreign, amount: euros(3) });
  await tell({ transactionID: 'foreign2', merchant: foreign, amount: euros(3), paymentType: 'RFND' });
  const transactionId = await init(stage, shop, 12);
  await push(stage, shop, transactionId, '910000002');
  const { attempts } = await readItem(stage, 'Transactions', { transactionId, item: 'main' });
  const [{ bankId = '' } = {}] = attempts as { bankId: string }[];
  const { merchantTransactionId } = await readItem(stage, 'simulator', { pk: `checkout#${bankId}`, sk: 'checkout' });
  const merchant = { transactionId: merchantTransactionId };
  await tell({ transactionID: bankId, merchant, amount: { value: 12, currency: 'USD' } });
  await control(stage, ...onPayment('approve', transactionId));
  await eventually(async () => (await statusOf(stage, shop, transactionId)) === 'paid');
  const { paidOperation } = await readItem(stage, 'Transactions', { transactionId, item: 'main' });
  await tell({ transactionID: bankId, internalTransactionId: paidOperation, merchant, amount: euros(11) });
  for (const paymentType of ['RFND', 'RVRS', 'CANC', 'CHBK', 'XXXX'])
    await tell({
      transactionID: `${bankId}${paymentType}`,
      merchant,
      amount: euros(1),
      paymentType,
      originalTransaction: { id: bankId },
    });
}
