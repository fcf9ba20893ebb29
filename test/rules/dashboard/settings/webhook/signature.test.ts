import { expect, test } from 'vitest';
import {
  checkSignature,
  receivedSignature,
  type SignatureOutcome,
  type SignatureQuestion,
} from '../../../../../dashboard/src/settings/webhook/signature.ts';
import { newWebhookSecret } from '../../../../../functions/webhooks/signature.ts';
import { bodyBy, signatureBy } from '../../../../support/payload.ts';

const order = { transactionId: 'tx_hypt8j26ez22qd229bvq552r', externalOrderId: 'Encomenda nº 1', amountCents: 1050 };
const body = bodyBy(order, { status: 'paid', settledAt: 1_795_201_714_000, paymentMethod: 'MBWAY', paidAt: 1 });
const secret = newWebhookSecret();
const header = signatureBy(body, secret);
const { data, ...head } = JSON.parse(body);

const CASES: [outcome: SignatureOutcome, ...changes: Partial<SignatureQuestion>[]][] = [
  ['match', {}, { header: `{"x-service-signature":"${header}","webhook-id":"evt_1"}` }],
  [
    'white-space',
    ...[`${body}\n`, `${body}\r\n`, `  ${body}`, `\uFEFF${body}`].map((changed) => ({ body: changed })),
    { secret: ` ${secret}` },
  ],
  [
    'rewritten',
    { body: JSON.stringify({ data, ...head }, null, 2) },
    { body: body.replace('10.5', '10.50').replace('º', '\\u00ba') },
  ],
  ['charset', { body: Buffer.from(body).toString('latin1') }],
  ['other-secret', { secret: newWebhookSecret() }, { body: body.replace('10.5', '10.6') }, { body: 'no JSON' }],
];
test.each(CASES)('%s: what explains a received signature is found', async (outcome, ...changes) => {
  for (const change of changes) {
    const question = { header, body, secret, ...change };
    const expected = signatureBy(question.body, question.secret);
    expect(await checkSignature(question)).toEqual({ outcome, expected });
  }
});

test('a value that is no complete signature is not compared', () => {
  expect([header.slice(0, -1), header.slice('sha256='.length), 'v1,abc'].map(receivedSignature)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
