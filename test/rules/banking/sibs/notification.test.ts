import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acknowledgeSibs, readSibsNotification } from '../../../../functions/banking/sibs/notification.ts';
import { publishedSibs } from '../../../rig/banks/published-sibs.ts';
import { KEY, PUBLISHED, read, seal } from '../../../rig/banks/sealed-notification.ts';

const OURS = { ...PUBLISHED, merchant: { transactionId: '0123456789abcdefghjkmnpq-abcde', terminalId: 58019 } };
const REFERENCE = { entity: '24000', reference: '123456789', status: 'UNPAID', expireDate: '2026-03-15T23:59:59.000Z' };
const GENERATED = {
  ...OURS,
  paymentStatus: 'Pending',
  paymentMethod: 'REFERENCE',
  paymentType: 'PREF',
  paymentReference: REFERENCE,
};

describe('a published sample of a notification', () => {
  test('of 2026 is read', () => {
    expect(read(PUBLISHED)).toEqual({
      kind: 'notice',
      notice: {
        noticeId: 'b6571d90-35d6-41a6-b7b1-732464b1e58c',
        bankId: 's2bfw1g1P1siCSUjVPP8',
        transactionId: null,
        method: 'MBWAY',
        status: {
          kind: 'paid',
          method: 'MBWAY',
          amountCents: 1590,
          paidAtMs: Date.parse('2026-03-12T10:48:44Z'),
          operationId: 'S13039300290071S',
        },
      },
    });
  });

  test('is read whatever the case of its headers, the length of its vector and the white space around its body', () => {
    const { headers, rawBody } = seal(PUBLISHED, { ivBytes: 16 });
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(readSibsNotification({ headers: lower, rawBody: `${rawBody}\r\n` }, KEY, 0)).toMatchObject({
      kind: 'notice',
    });
  });
});

describe('the meaning of a notification', () => {
  test('contains our transaction id', () => {
    expect(read(OURS)).toMatchObject({ notice: { transactionId: 'tx_0123456789abcdefghjkmnpq' } });
    expect(read({ ...OURS, merchant: undefined })).toMatchObject({ notice: { transactionId: null } });
  });

  test('contains the method, where it is one of ours', () => {
    const declined = { ...OURS, paymentStatus: 'Declined' };
    expect(read(declined)).toMatchObject({ notice: { method: 'MBWAY' } });
    expect(read({ ...declined, paymentMethod: 'REFERENCE' })).toMatchObject({ notice: { method: 'REFERENCE' } });
    expect(read({ ...declined, paymentMethod: 'CARD' })).toMatchObject({ notice: { method: null } });
    expect(read({ ...declined, paymentMethod: undefined })).toMatchObject({ notice: { method: null } });
  });

  test.each(['Pending', 'InProcessing'])('%s is waiting, even with few fields', (paymentStatus) => {
    const little = { notificationID: 'n1', transactionID: 's2', paymentStatus };
    expect(read(little)).toMatchObject({ notice: { status: { kind: 'waiting' } } });
    expect(read({ ...OURS, paymentStatus })).toMatchObject({ notice: { status: { kind: 'waiting' } } });
  });

  test('a paid reference reports money', () => {
    const paid = { ...GENERATED, paymentStatus: 'Success', paymentReference: { ...REFERENCE, status: 'PAID' } };
    expect(read(paid)).toMatchObject({ notice: { status: { kind: 'paid', method: 'REFERENCE', amountCents: 1590 } } });
  });

  test('an expired reference is reported as expired, although its payment is pending', () => {
    const expired = { ...GENERATED, paymentReference: { ...REFERENCE, status: 'EXPIRED' } };
    expect(read(expired)).toMatchObject({ notice: { status: { kind: 'expired', abandoned: false } } });
  });

  test('money of an unexpected kind is reported with its kind', () => {
    const partial = { kind: 'partial', amountCents: 1590 };
    expect(read({ ...OURS, paymentStatus: 'Partial' })).toMatchObject({ notice: { status: partial } });
    expect(read({ ...OURS, paymentMethod: 'CARD' })).toMatchObject({ notice: { status: { kind: 'odd' } } });
  });

  test.each<[string, object, string]>([
    ['the cancelling of an authorisation', { ...OURS, paymentType: 'CAUT' }, 'type CAUT'],
    ['a refund under way', { ...OURS, paymentType: 'RFND', paymentStatus: 'InProcessing' }, 'type RFND'],
    ['a refund with an error', { ...OURS, paymentType: 'RFND', returnStatus: { statusCode: 'E0501' } }, 'type RFND'],
    ['a declined refund', { ...OURS, paymentType: 'RFND', paymentStatus: 'Declined' }, 'type RFND'],
    ['an authorisation at a terminal', { ...PUBLISHED, paymentType: 'AUTH', paymentMethod: 'CARD' }, 'type AUTH'],
    ['a generated reference', GENERATED, 'reference generated'],
    [
      'a generated reference that is called a success',
      { ...GENERATED, paymentStatus: 'Success' },
      'reference generated',
    ],
  ])('%s is irrelevant', (_, notification, detail) => {
    expect(read(notification)).toEqual({ kind: 'irrelevant', noticeId: OURS.notificationID, detail });
  });

  const untyped = { ...PUBLISHED, paymentMethod: undefined, paymentType: undefined, amount: undefined };
  const mandate = { ...untyped, paymentMethod: 'MANDATE' };
  const action = (mandateAction: string) => ({ mbwayMandate: { mandateAction, mandateActionStatus: 'SCCS' } });
  const zero = { currency: 'EUR', value: '0.00' };

  // E.1.2, F.10.4: MANDATE may be an event in the life of a mandate. D.2.1.3: it is also the method of a collection.
  test.each<[string, object]>([
    ['the creation of a mandate', { ...mandate, ...action('CRTN') }],
    ['its cancellation', { ...mandate, ...action('CNCL') }],
    ['its suspension, with an amount', { ...PUBLISHED, paymentMethod: 'MANDATE', ...action('SSPN') }],
    ['its creation by the method MBWAY, without an amount', { ...PUBLISHED, amount: undefined, ...action('CRTN') }],
    ['an event of a mandate that names no action', mandate],
    ['an event of a token', { ...mandate, paymentMethod: 'TOKEN' }],
    ['a card stored without a purchase', { ...PUBLISHED, paymentMethod: 'CARD', amount: zero }],
    ['an unknown operation of zero', { ...PUBLISHED, paymentMethod: 'CARD', paymentType: 'ZZZ', amount: zero }],
  ])('%s moves no money', (_what, notification) => {
    expect(read(notification)).toMatchObject({
      kind: 'irrelevant',
      detail: expect.stringMatching(/^event of [A-Z]+$/),
    });
  });

  test.each<[string, object, object]>([
    ['a collection by mandate', { ...PUBLISHED, paymentMethod: 'MANDATE' }, { kind: 'odd' }],
    ['a collection without an amount', { ...mandate, paymentType: 'PURS' }, { kind: 'odd' }],
    ['an untyped amount by mandate', { ...mandate, amount: PUBLISHED.amount }, { kind: 'odd' }],
    ['an amount that is no number', { ...mandate, amount: { currency: 'EUR', value: '' } }, { kind: 'odd' }],
    ['an untyped card payment without an amount', { ...mandate, paymentMethod: 'CARD' }, { kind: 'odd' }],
    ['a success of no method, type and amount', untyped, { kind: 'odd' }],
    ['a push that names a mandate', { ...PUBLISHED, ...action('CRTN') }, { kind: 'paid' }],
    ['a push of zero', { ...PUBLISHED, amount: zero }, { kind: 'odd' }],
    ['a push of no value', { ...PUBLISHED, amount: { ...PUBLISHED.amount, value: null } }, { kind: 'odd' }],
    ['a push of no currency', { ...PUBLISHED, amount: { ...PUBLISHED.amount, currency: null } }, { kind: 'odd' }],
    ['a push of an amount that is no text', { ...PUBLISHED, amount: { value: [10], currency: {} } }, { kind: 'odd' }],
    ['a push whose code is null', { ...PUBLISHED, returnStatus: { statusCode: null } }, { kind: 'paid' }],
  ])('%s may be money', (_what, notification, status) => {
    expect(read(notification)).toMatchObject({ kind: 'notice', notice: { status } });
  });

  // F.10.4: CAPTURE moves funds. We start no authorisation, so the money belongs to another system on the terminal.
  test.each(['CAPTURE', 'CAPT', 'MITR'])('a %s is money in, for a person to assign, once it is done', (paymentType) => {
    const captured = { ...OURS, paymentType };
    for (const paymentStatus of ['Success', 'Partial']) {
      const status = {
        kind: 'odd',
        detail: `${paymentStatus} of type ${paymentType}`,
        operationId: 'S13039300290071S',
      };
      expect(read({ ...captured, paymentStatus })).toMatchObject({ kind: 'notice', notice: { status } });
    }
    expect(read({ ...captured, paymentStatus: 'Declined' })).toMatchObject({ kind: 'irrelevant' });
  });
});

describe('the back office’s test notification', () => {
  const TEST = publishedSibs('webhook-test.json');

  test.each([
    ['as published', '', '', 'irrelevant'],
    ['of another type', '"PURS"', '"RFND"', 'irrelevant'],
    ['with an empty merchant transaction id', '"terminalId"', '"transactionId": "", "terminalId"', 'irrelevant'],
    ['with a merchant transaction id', '"terminalId"', '"transactionId": "ORDER-1", "terminalId"', 'notice'],
    ['in another case', '"WebhookTest"', '"webhooktest"', 'notice'],
    ['with a blank', '"WebhookTest"', '"WebhookTest "', 'notice'],
    ['with more letters', '"WebhookTest"', '"WebhookTest2"', 'notice'],
  ])('%s: %s to %s is %s', (_, from, to, kind) => {
    expect(read(TEST.replace(from, to))).toMatchObject({ kind });
  });
});

describe('returned money is reported as a return', () => {
  const returned = {
    ...OURS,
    transactionID: 's2back',
    paymentType: 'RFND',
    originalTransaction: { id: 's2bfw1g1P1siCSUjVPP8' },
  };

  test('with its own id, the original payment, its amount and its time', () => {
    expect(read(returned)).toEqual({
      kind: 'returned',
      notice: {
        noticeId: OURS.notificationID,
        returnId: 's2back.S13039300290071S',
        kind: 'refund',
        type: 'RFND',
        transactionId: 'tx_0123456789abcdefghjkmnpq',
        originalBankId: 's2bfw1g1P1siCSUjVPP8',
        amountCents: 1590,
        returnedAtMs: Date.parse('2026-03-12T10:48:44Z'),
      },
    });
  });

  test('with null for each missing fact', () => {
    const little = { notificationID: 'n1', transactionID: 's2back', paymentStatus: 'Success', paymentType: 'REFUND' };
    expect(read(little)).toMatchObject({
      notice: { returnId: 's2back', transactionId: null, originalBankId: null, amountCents: null, returnedAtMs: null },
    });
    expect(read({ ...returned, originalTransaction: 'text' })).toMatchObject({ notice: { originalBankId: null } });
    expect(read({ ...returned, amount: { value: 5, currency: 'USD' } })).toMatchObject({
      notice: { amountCents: null },
    });
  });

  test.each([
    ['RFND', 'refund'],
    ['REFUND', 'refund'],
    ['RVRS', 'reversal'],
    ['REVERSAL', 'reversal'],
    ['CANC', 'annulment'],
    ['ANUL', 'annulment'],
    ['CHBK', 'chargeback'],
    ['CSHT', 'other'],
    ['ZZZ', 'other'],
  ])('%s is a %s', (paymentType, kind) => {
    expect(read({ ...returned, paymentType })).toMatchObject({ kind: 'returned', notice: { kind, type: paymentType } });
  });
});

describe('an authentic message that is not in the form of a notification is rejected:', () => {
  test.each<[string, unknown]>([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['nothing of use', {}],
    ['no notification id', { ...PUBLISHED, notificationID: undefined }],
    ['an empty notification id', { ...PUBLISHED, notificationID: ' ' }],
    ['no transaction id', { ...PUBLISHED, transactionID: null }],
    ['no status', { ...PUBLISHED, paymentStatus: undefined }],
    ['a reference that is text', { ...PUBLISHED, paymentReference: '123456789' }],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual({ kind: 'rejected', detail: 'authentic, but not in the form of a notification' });
  });
});

describe('an authentic notification', () => {
  test('never causes a throw, and no detail quotes it', () => {
    const word = fc.oneof(
      fc.constant('351#912345678'),
      fc.constantFrom('Success', 'Pending', 'Declined', 'E0506', 'MBWAY', 'REFERENCE', 'PURS'),
      fc.string(),
    );
    const field = fc.oneof(
      word,
      fc.constant(null),
      fc.integer(),
      fc.record({ status: word, statusCode: word, value: word, currency: word }),
    );
    const names = [
      'notificationID',
      'transactionID',
      'paymentStatus',
      'paymentMethod',
      'paymentType',
      'amount',
      'paymentReference',
      'returnStatus',
      'merchant',
      'token',
    ];
    const content = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
    fc.assert(
      fc.property(content, (notification) => {
        const reading = read(notification);
        const status = reading.kind === 'notice' ? reading.notice.status : reading;
        return !('detail' in status && status.detail.includes('912345678'));
      }),
      { numRuns: 1000 },
    );
  });
});

test('a notification is acknowledged with its own id, in either of the published forms', () => {
  expect(acknowledgeSibs('b6571d90')).toEqual({
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '{"statusCode":"000","statusMsg":"Success","notificationID":"b6571d90"}',
  });
  const earlier = JSON.parse(publishedSibs('answer-acknowledged.json'));
  expect(JSON.parse(acknowledgeSibs(earlier.notificationID, '200').body)).toEqual(earlier);
});
