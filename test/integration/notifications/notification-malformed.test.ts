import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { dependenciesOf, rig, test } from '../../fixtures/payments.ts';
import { sibsNotification } from '../../support/banks/bank-script.ts';
import { CREDENTIALS } from '../../support/banks/scripted-sibs.ts';
import { seal } from '../../support/banks/sealed-notification.ts';
import { notify, paymentCalls, receive } from '../../support/payment-calls.ts';
import { allItems, putTransaction, stored } from '../../support/stored-payments.ts';

const KEY = Buffer.from(CREDENTIALS.notificationKey, 'base64');
const VECTOR = 'X-Initialization-Vector';
const TAG = 'X-Authentication-Tag';
type Notice = ReturnType<typeof sibsNotification>;

/** Genuine notifications with an effect: of a pending push, a failed one, a paid one and a foreign payment. */
let genuine: Notice[];
test.beforeAll(async ({ rig }) => {
  rig.reset();
  const dependencies = dependenciesOf(rig);
  const calls = paymentCalls(dependencies);
  const pushed = async () => {
    const { transactionId } = await putTransaction(rig);
    await calls.mbway(transactionId);
    return stored(rig, transactionId);
  };
  const [pending, failed, paid] = [await pushed(), await pushed(), await pushed()];
  await notify(dependencies, failed, { status: 'Declined', statusCode: 'E0500' });
  await notify(dependencies, paid, {});
  genuine = [pending, failed, paid].flatMap(({ transactionId, attempts }) => {
    const facts = { merchantTransactionId: checkoutId(transactionId), bankId: attempts[0]?.bankId ?? '' };
    const ofMoney = sibsNotification({ ...facts, operationId: 'S2' });
    return [
      ofMoney,
      sibsNotification({ ...facts, bankId: 's2', paymentType: 'RFND' }),
      sibsNotification({ ...facts, status: 'Timeout' }),
    ];
  });
  genuine.push(sibsNotification({ merchantTransactionId: 'SALE', bankId: 's2sale' }));
});

const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 + (at % 255));
  return bytes.toString('base64');
};
const withHeader = (notice: Notice, name: string, value: string | undefined): Notice => ({
  ...notice,
  headers: { ...notice.headers, [name]: value },
});
const header = ({ headers }: Notice, name: string) => String((headers as Record<string, string>)[name]);

/** Ways to make a notification malformed. */
const TAMPERINGS: ((notice: Notice, at: number) => Notice)[] = [
  (notice, at) => ({ ...notice, rawBody: flipped(notice.rawBody, at) }),
  (notice, at) => ({ ...notice, rawBody: notice.rawBody.slice(0, at % notice.rawBody.length) }),
  (notice, at) => ({ ...notice, rawBody: notice.rawBody + Buffer.from([at % 256]).toString('base64') }),
  (notice, at) => withHeader(notice, TAG, flipped(header(notice, TAG), at)),
  (notice, at) => withHeader(notice, VECTOR, flipped(header(notice, VECTOR), at)),
  (notice, at) => withHeader(notice, at % 2 ? TAG : VECTOR, undefined),
  (notice, at) => withHeader(notice, TAG, header(notice, TAG).slice(0, 4 * (at % 5))),
  (notice) => ({
    ...notice,
    headers: { ...notice.headers, [TAG]: header(notice, VECTOR), [VECTOR]: header(notice, TAG) },
  }),
  (notice, at) => ({ ...notice, rawBody: (genuine[(at + 1) % genuine.length] ?? notice).rawBody.concat('AAAA') }),
];
const tampered = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...TAMPERINGS)).map(
  ([which, at, spoil]) =>
    (): Notice =>
      spoil(genuine[which % genuine.length] as Notice, at),
);

/** Encrypted with the right key, and not in the form of a notification. */
const REQUIRED = ['notificationID', 'transactionID', 'paymentStatus'] as const;
const formless = fc.oneof(
  fc.string(),
  fc.json().filter((text) => !REQUIRED.every((name) => text.includes(name))),
  fc
    .tuple(fc.constantFrom(...REQUIRED), fc.constantFrom<unknown>(undefined, null, '', ' ', {}, [], true))
    .map(([name, value]) => {
      const complete = { notificationID: 'n', transactionID: 's2sale', paymentStatus: 'Success', paymentType: 'PURS' };
      return JSON.stringify({ ...complete, [name]: value });
    }),
);
const sealedFormless = fc.tuple(formless).map(
  ([text]) =>
    (): Notice =>
      seal(text, { key: KEY }),
);
/** Not encrypted with the key. */
const foreign = fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean()).map(([bytes, isSealed]) => (): Notice => {
  if (isSealed) return seal(Buffer.from(bytes).toString(), { key: randomBytes(32) });
  const headers = { [VECTOR]: Buffer.from(bytes).toString('base64'), [TAG]: randomBytes(16).toString('base64') };
  return { headers, rawBody: Buffer.from(bytes).toString('utf8') };
});

test('D20: a thousand malformed notifications are answered 400 and do not change the table', async () => {
  const before = await allItems(rig);
  const dependencies = dependenciesOf(rig);
  await fc.assert(
    fc.asyncProperty(fc.oneof(tampered, sealedFormless, foreign), async (notice) => {
      const answer = await receive(dependencies, notice());
      expect([answer.statusCode, answer.headers, JSON.parse(answer.body)]).toEqual([
        400,
        { 'Content-Type': 'application/json' },
        { error: 'not an authentic notification' },
      ]);
    }),
    { numRuns: 1_000 },
  );
  expect(before.length).toBeGreaterThanOrEqual(3);
  expect(await allItems(rig)).toEqual(before);
  // Each is a warning in the log, which an alarm counts, and none quotes the content (invariant 7).
  expect(dependencies.lines.filter(({ level }) => level === 'warn').length).toBeGreaterThanOrEqual(1_000);
  expect(dependencies.lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(JSON.stringify(dependencies.lines)).not.toContain('912345678');
  expect(rig.sibs.seenAt('status')).toHaveLength(0);
}, 120_000);

test('the genuine ones, from which they were made, are accepted', async () => {
  const dependencies = dependenciesOf(rig);
  for (const notice of genuine) expect((await receive(dependencies, notice)).statusCode).toBe(200);
});
