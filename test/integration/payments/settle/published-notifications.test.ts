import { createDecipheriv } from 'node:crypto';
import { describe, expect } from 'vitest';
import { bankAccounts } from '../../../../functions/banking/bank-accounts.ts';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import { fromAttributes } from '../../../../functions/runtime/attributes.ts';
import { accountWith } from '../../../rig/banks/bank-account.ts';
import { opensslGcm } from '../../../rig/banks/openssl-gcm.ts';
import { PUBLISHED_ENCRYPTED, publishedNotifications, publishedSibs } from '../../../rig/banks/published-sibs.ts';
import { CREDENTIALS } from '../../../rig/banks/scripted-sibs.ts';
import { receive } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';
import { itemsIn, TABLES } from '../../../rig/tables.ts';

const KEY = Buffer.from(CREDENTIALS.notificationKey, 'base64');

/** A text as SIBS sends it, encrypted without our code and without node:crypto. */
function sealed(text: string) {
  const { iv, ciphertext, tag } = opensslGcm(Buffer.from(text), KEY);
  return {
    headers: {
      'X-Initialization-Vector': iv.toString('base64'),
      'X-Authentication-Tag': tag.toString('base64'),
      'Content-Type': 'text/plain',
    },
    rawBody: ciphertext.toString('base64'),
  };
}

/** The plain text of a published encrypted notification, and the same bytes as a request with their own key. */
function opened({ secret, body, ...headers }: (typeof PUBLISHED_ENCRYPTED)['opens']) {
  const iv = Buffer.from(headers['X-Initialization-Vector'], 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(secret, 'base64'), iv);
  decipher.setAuthTag(Buffer.from(headers['X-Authentication-Tag'], 'base64'));
  return decipher.update(Buffer.from(body, 'base64')).toString() + decipher.final();
}

/** The function with an account that has the published secret instead of ours. */
const withSecret = (notificationKey: string) => ({
  ...dependencies,
  bankAccounts: bankAccounts({
    accounts: [accountWith({ name: 'main', provider: 'sibs', baseUrl: rig.sibs.baseUrl })],
    readSecret: async () => JSON.stringify({ ...CREDENTIALS, notificationKey }),
    clock: () => rig.time.nowMs,
  }),
});

/** The items that a call added. */
async function added(call: () => Promise<unknown>) {
  const all = async () => (await itemsIn(rig.client, TABLES.transactions)).map(fromAttributes);
  const before = new Set((await all()).map(({ transactionId, item }) => `${transactionId} ${item}`));
  await call();
  return (await all()).filter(({ transactionId, item }) => !before.has(`${transactionId} ${item}`));
}

const acknowledged = ({ notificationID }: { notificationID: string }) => ({
  statusCode: 200,
  body: JSON.stringify({ statusCode: '000', statusMsg: 'Success', notificationID }),
});
const levels = () => dependencies.lines.map(({ level }) => level);

describe('a notification that SIBS publishes has the effect that its page describes:', () => {
  const rows = publishedNotifications();
  test('the table beside the texts names each', () => expect(rows).toHaveLength(7));

  test.each(rows.filter(({ foreign }) => foreign !== 'refused'))(
    '$file $part: $foreign',
    async ({ file, part, foreign }) => {
      const isEncrypted = part === 'opens';
      const text = isEncrypted ? opened(PUBLISHED_ENCRYPTED.opens) : publishedSibs(file);
      const { secret, body, ...headers } = PUBLISHED_ENCRYPTED.opens;
      const items = await added(async () => {
        const answer = isEncrypted
          ? await receive(withSecret(secret), { headers: { ...headers, 'Content-Type': 'text/plain' }, rawBody: body })
          : await receive(dependencies, sealed(text));
        expect(answer).toMatchObject(acknowledged(JSON.parse(text)));
      });
      const [, kind, cents] = /^`([\w-]+)` of (\d+)?/.exec(foreign) ?? [];
      const expected = kind
        ? [{ kind, receivedCents: cents ? Number(cents) : null, bankId: JSON.parse(text).transactionID }]
        : [];
      expect(items).toMatchObject(expected);
      expect(levels()).toEqual(kind ? ['warn', 'info'] : ['info']);
    },
  );

  test.each(rows.filter(({ ours }) => ours !== '–'))('$file to our push: $ours', async ({ file, ours }) => {
    const text = publishedSibs(file);
    const { transactionID, merchant, amount } = JSON.parse(text);
    const { transactionId } = await putTransaction(rig, { amountCents: Math.round(Number(amount.value) * 100) });
    await calls.mbway(transactionId);
    const bankId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
    const known = text.replace(transactionID, bankId).replace(merchant.transactionId, checkoutId(transactionId));
    await receive(dependencies, sealed(known));
    expect(`\`${(await stored(rig, transactionId)).status}\``).toBe(ours);
  });

  test('the one with a malformed tag is refused, and nothing of it is stored', async () => {
    const { secret, body, ...headers } = PUBLISHED_ENCRYPTED.malformedTag;
    const request = { headers: { ...headers, 'Content-Type': 'text/plain' }, rawBody: body };
    const items = await added(async () =>
      expect(await receive(withSecret(secret), request)).toMatchObject({ statusCode: 400 }),
    );
    expect(items).toEqual([]);
  });
});
