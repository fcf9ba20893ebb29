import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signedHeaders, standardSignature } from '../../functions/webhooks/signature.ts';

/** The vector that Standard Webhooks publishes with its reference libraries. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('our signature of the published vector of Standard Webhooks is the published one', () => {
  const { secret, id, timestampS, body, signature } = VECTOR;
  const ours = standardSignature(Buffer.from(body), secret, id, timestampS);
  const theirs = new Webhook(secret).sign(id, new Date(timestampS * 1_000), body);
  console.log(`  published ${signature}\n  theirs    ${theirs}\n  ours      ${ours}`);
  expect([theirs, ours]).toEqual([signature, signature]);
});

test('every other input gives another signature', () => {
  const { secret, id, timestampS, body, signature } = VECTOR;
  const planted = [
    standardSignature(Buffer.from(`${body} `), secret, id, timestampS),
    standardSignature(Buffer.from(body), secret.replace('M', 'N'), id, timestampS),
    standardSignature(Buffer.from(body), secret, `${id}x`, timestampS),
    standardSignature(Buffer.from(body), secret, id, timestampS + 1),
  ];
  expect(planted).not.toContain(signature);
});

test('their library accepts our headers, and refuses them with another body', () => {
  const { secret, id, body } = VECTOR;
  const headers = signedHeaders({
    body: Buffer.from(body),
    kind: 'payment.success',
    eventId: id,
    secrets: { current: secret },
    nowMs: Date.now(),
  });
  const library = new Webhook(secret);
  expect(library.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature');
});
