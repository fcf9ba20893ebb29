import { expect, test } from 'vitest';
import { type Cause, checkSignatures, type SignatureQuestion } from '../../../dashboard/src/signature/check.ts';
import { EXAMPLE } from '../../../dashboard/src/signature/example.ts';
import { newApiKey } from '../../../functions/merchants/keys/api-key.ts';
import { newWebhookSecret } from '../../../functions/webhooks/signature.ts';
import { signatureBy, standardSignatureBy } from '../../support/payload.ts';

const { body, secret } = EXAMPLE;
const ID = 'evt_0123456789abcdefghjkmnpq';
const SENT_S = 1_795_201_714;
const OTHER = newWebhookSecret();

const contract = (key: string | Buffer = secret) => signatureBy(body, key as string);
const standard = (key = secret) => standardSignatureBy(body, key, ID, SENT_S);
const standardHeaders = (value: string) =>
  `webhook-id: ${ID}\nwebhook-timestamp: ${SENT_S}\nwebhook-signature: ${value}`;
const base64 = (hex: string) => Buffer.from(hex.replace('sha256=', ''), 'hex').toString('base64');

/** A webhook as received, with the headers that the documentation has for it, but for `changes`. */
function check(changes: Partial<SignatureQuestion> = {}) {
  return checkSignatures({ ...EXAMPLE, otherSecret: '', nowMs: SENT_S * 1_000, ...changes });
}

async function causesOf(changes: Partial<SignatureQuestion>): Promise<Cause[]> {
  const verdicts = await check(changes);
  expect(verdicts.map(({ isMatch }) => isMatch)).not.toContain(true);
  return [...new Set(verdicts.flatMap(({ causes }) => causes))];
}

const RIGHT = [
  { header: 'X-Service-Signature', isMatch: true, causes: [], expected: contract() },
  { header: 'webhook-signature', isMatch: true, causes: [], expected: standard() },
];

test('both signatures match as the service sends them, however the headers are logged', async () => {
  const headers = { 'x-service-signature': contract(), 'webhook-signature': standard() };
  const all = { ...headers, 'webhook-id': ID, 'webhook-timestamp': `${SENT_S}` };
  const php = Object.entries(all).map(
    ([name, value]) => `[HTTP_${name.toUpperCase().replaceAll('-', '_')}] => ${value}`,
  );
  for (const logged of [EXAMPLE.headers, JSON.stringify(all), php.join('\r\n')]) {
    expect(await check({ headers: logged })).toEqual(RIGHT);
  }
  expect(await check({ headers: contract() })).toEqual(RIGHT.slice(0, 1));
  const rotating = standardHeaders(`${standard(OTHER)} ${standard()}`);
  expect(await check({ headers: rotating })).toEqual(RIGHT.slice(1));
  expect(await check({ headers: 'Content-Type: application/json\nContent-Length: 7' })).toEqual([]);
});

const { data, ...head } = JSON.parse(body);
const CHANGED: [cause: Cause, bodies: string[]][] = [
  ['body-white-space', [`${body}\n`, `${body}\r\n`, `  ${body}`, `\uFEFF${body}`]],
  [
    'body-rewritten',
    [
      JSON.stringify({ data, ...head }, null, 2),
      body.replace('10.5', '"10,50"').replace('º', '\\u00ba'),
      JSON.stringify(body),
      JSON.stringify(body).slice(1, -1),
    ],
  ],
  ['body-charset', [Buffer.from(body).toString('latin1')]],
];
test.each(CHANGED)('%s: what changed the body is found', async (cause, bodies) => {
  for (const changed of bodies) expect(await causesOf({ body: changed })).toEqual([cause]);
});

const WRONG: [cause: Cause, ...questions: Partial<SignatureQuestion>[]][] = [
  ['secret-white-space', { secret: ` ${secret}\n` }, { secret: `"${secret}"` }],
  [
    'secret-form',
    { headers: contract(Buffer.from(secret.slice(6), 'base64')) },
    { headers: contract(secret.slice(6)) },
    { headers: standardHeaders(standard(Buffer.from(secret).toString('base64'))) },
  ],
  ['other-secret', { secret: OTHER, otherSecret: secret }],
  ['wrong-secret', { secret: OTHER, headers: `content-length: ${Buffer.byteLength(body)}\n${EXAMPLE.headers}` }],
  ['body-length', { body: '{}', headers: `content-length: ${Buffer.byteLength(body)}\n${EXAMPLE.headers}` }],
  ['unexplained', { secret: OTHER }, { body: body.replace('10.5', '10.6') }],
  [
    'signature-encoding',
    { headers: contract().slice('sha256='.length) },
    { headers: contract().toUpperCase() },
    { headers: base64(contract()) },
    { headers: standardHeaders(`v1,${Buffer.from(standard().slice(3), 'base64').toString('hex')}`) },
  ],
  ['not-a-signature', { headers: contract().slice(0, -1) }],
  ['value-of-x-service-signature', { headers: standardHeaders(contract()) }],
  ['id-or-timestamp-missing', { headers: `webhook-signature: ${standard()}` }],
  ['secret-incomplete', { secret: 'whsec_…Pj8=' }, { secret: secret.slice(6) }],
];
test.each(WRONG)('%s: the cause is found', async (cause, ...questions) => {
  for (const question of questions) expect(await causesOf(question)).toEqual([cause]);
});

test('a value v1,… in X-Service-Signature is named as the other header’s, with the value to compare', async () => {
  const verdict = { header: 'X-Service-Signature', isMatch: false, causes: ['value-of-webhook-signature'] };
  for (const headers of [standard(), `X-Service-Signature: ${standard()}`]) {
    expect(await check({ headers })).toEqual([{ ...verdict, expected: contract() }]);
  }
});

test('an API key as the secret is named as an API key, and nothing is computed with it', async () => {
  const verdicts = await check({ secret: newApiKey() });
  expect(verdicts.map(({ causes, expected }) => [causes, expected])).toEqual([
    [['secret-is-api-key'], null],
    [['secret-is-api-key'], null],
  ]);
});

test('a timestamp that libraries refuse as too old is named, though the signature matches', async () => {
  const [, standardVerdict] = await check({ nowMs: (SENT_S + 301) * 1_000 });
  expect(standardVerdict).toMatchObject({ isMatch: true, causes: ['too-old'] });
  expect(await check({ nowMs: (SENT_S + 300) * 1_000 })).toEqual(RIGHT);
});
