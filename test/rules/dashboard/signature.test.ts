import { describe, expect, test } from 'vitest';
import { type Bytes, utf8 } from '../../../dashboard/src/signature/bytes.ts';
import { checkSignature, expectedValue, type SignatureQuestion } from '../../../dashboard/src/signature/check.ts';
import { hintsOf } from '../../../dashboard/src/signature/hints.ts';
import { EXAMPLE } from '../../../dashboard/src/signature/standard.ts';
import { endingOf, endsInHex, visibleText } from '../../../dashboard/src/signature/visible.ts';
import { contractSignature, standardSignature } from '../../../functions/webhooks/signature.ts';

const { body, secret, otherSecret, id, timestamp } = EXAMPLE;

function asked(changes: Partial<Omit<SignatureQuestion, 'body'>> & { body?: string | Bytes } = {}): SignatureQuestion {
  const { body: given = body, ...rest } = changes;
  const bytes = typeof given === 'string' ? utf8(given) : given;
  const asked = {
    header: 'contract',
    secret,
    otherSecret: '',
    received: EXAMPLE.contract,
    id: '',
    timestamp: '',
  } as const;
  return { ...asked, body: bytes, ...rest };
}

const standard = { header: 'standard', received: EXAMPLE.standard, id, timestamp } as const;
const standardOf = (content: string, key = secret) =>
  standardSignature(Buffer.from(content), key, id, Number(timestamp));

describe('a received signature', () => {
  test('is expected as the service sends it, in both headers', async () => {
    expect(await expectedValue(asked())).toBe(contractSignature(Buffer.from(body), secret));
    expect(await expectedValue(asked(standard))).toBe(standardOf(body));
  });

  test('matches in either header, in the second by any of its signatures', async () => {
    expect(await checkSignature(asked())).toEqual({ kind: 'match' });
    expect(await checkSignature(asked(standard))).toEqual({ kind: 'match' });
    const both = `${standardOf(body, otherSecret)} ${EXAMPLE.standard}`;
    expect(await checkSignature(asked({ ...standard, received: both }))).toEqual({ kind: 'match' });
  });

  test('that is not a signature is reported as unreadable', async () => {
    expect(await checkSignature(asked({ received: 'sha256=123' }))).toEqual({ kind: 'unreadable' });
    expect(await checkSignature(asked({ received: '' }))).toEqual({ kind: 'unreadable' });
  });

  test('of another body or secret is reported as unexplained', async () => {
    expect(await checkSignature(asked({ body: body.replace('10.5', '10.6') }))).toEqual({ kind: 'unexplained' });
    expect(await checkSignature(asked({ secret: otherSecret }))).toEqual({ kind: 'unexplained' });
  });
});

describe('the cause is found for a changed body:', () => {
  const pretty = JSON.stringify(JSON.parse(body), null, 2);
  const { data, ...head } = JSON.parse(body);
  const cases: [cause: string, body: string][] = [
    ['final-line-break', `${body}\n`],
    ['final-line-break', `${body}\r\n`],
    ['outer-white-space', `  ${body}`],
    ['byte-order-mark', `\uFEFF${body}`],
    ['json-rewritten', pretty],
    ['json-rewritten', body.replace('10.5', '10.50')],
    ['json-rewritten', body.replace('º', '\\u00ba')],
    ['json-rewritten', body.replaceAll('"', '"').replace('"data":', '"data": ')],
    ['keys-reordered', JSON.stringify({ data, ...head })],
    ['amount-as-text', body.replace('10.5', '"10.50"')],
    ['escaped-twice', JSON.stringify(body)],
    ['quotes-escaped', JSON.stringify(body).slice(1, -1)],
    ['wrong-charset', Buffer.from(body).toString('latin1')],
    ['typographic-quotes', body.replaceAll('"', '”')],
    ['hard-spaces', body.replaceAll(' ', '\u00A0')],
  ];
  test.each(cases)('%s', async (cause, changed) => {
    expect(await checkSignature(asked({ body: changed }))).toEqual({ kind: 'cause', causes: [cause] });
  });

  test('line breaks that were removed or converted', async () => {
    const broken = '{"a":\n1}';
    const of = (text: string) => contractSignature(Buffer.from(text), secret);
    const lost = await checkSignature(asked({ body, received: of(`${body}\n`) }));
    expect(lost).toEqual({ kind: 'cause', causes: ['lost-final-line-break'] });
    const crlf = await checkSignature(asked({ body: broken, received: of(broken.replace('\n', '\r\n')) }));
    expect(crlf).toEqual({ kind: 'cause', causes: ['lf-for-crlf'] });
    const lf = await checkSignature(asked({ body: broken.replace('\n', '\r\n'), received: of(broken) }));
    expect(lf).toEqual({ kind: 'cause', causes: ['crlf-for-lf'] });
  });

  test('two causes together', async () => {
    const verdict = await checkSignature(asked({ body: `${body.replaceAll('"', '”')}\n` }));
    expect(verdict).toEqual({ kind: 'cause', causes: ['final-line-break', 'typographic-quotes'] });
  });
});

describe('the cause is found for a wrong key:', () => {
  const computed = (key: string | Buffer) => contractSignature(Buffer.from(body), key as string);
  test.each([
    ['secret-decoded', computed(Buffer.from(secret.slice(6), 'base64'))],
    ['secret-without-prefix', computed(secret.slice(6))],
    ['secret-empty', computed('')],
  ])('%s', async (cause, received) => {
    expect(await checkSignature(asked({ received }))).toEqual({ kind: 'cause', causes: [cause] });
  });

  test('white space and quotes around the secret', async () => {
    expect(await checkSignature(asked({ secret: ` ${secret}\n` }))).toEqual({
      kind: 'cause',
      causes: ['secret-white-space'],
    });
    expect(await checkSignature(asked({ secret: `"${secret}"` }))).toEqual({
      kind: 'cause',
      causes: ['secret-quoted'],
    });
  });

  test('the old secret during a rotation', async () => {
    const received = computed(otherSecret);
    const verdict = await checkSignature(asked({ received, otherSecret }));
    expect(verdict).toEqual({ kind: 'cause', causes: ['other-secret'] });
  });

  test('the text of the secret instead of its bytes', async () => {
    const asText = standardSignature(Buffer.from(body), Buffer.from(secret).toString('base64'), id, Number(timestamp));
    const verdict = await checkSignature(asked({ ...standard, received: asText }));
    expect(verdict).toEqual({ kind: 'cause', causes: ['secret-not-decoded'] });
  });
});

describe('the cause is found for the right signature in a wrong format:', () => {
  const hex = EXAMPLE.contract.slice('sha256='.length);
  const base64 = Buffer.from(hex, 'hex').toString('base64');
  test.each([
    [['no-prefix'], hex],
    [['upper-case-hex'], `sha256=${hex.toUpperCase()}`],
    [['base64-for-hex'], `sha256=${base64}`],
    [['no-prefix', 'base64-for-hex'], base64],
    [['header-name'], `X-Service-Signature: ${EXAMPLE.contract}`],
    [['white-space'], `${EXAMPLE.contract} `],
    [['quoted'], `"${EXAMPLE.contract}"`],
  ])('%s', async (causes, received) => {
    expect(await checkSignature(asked({ received }))).toEqual({ kind: 'cause', causes });
  });

  test('id, timestamp and encoding of Standard Webhooks', async () => {
    const ms = await checkSignature(asked({ ...standard, timestamp: `${timestamp}000` }));
    expect(ms).toEqual({ kind: 'cause', causes: ['timestamp-in-ms'] });
    const swapped = await checkSignature(asked({ ...standard, id: timestamp, timestamp: id }));
    expect(swapped).toEqual({ kind: 'cause', causes: ['id-and-timestamp-swapped'] });
    const hex = `v1,${Buffer.from(EXAMPLE.standard.slice(3), 'base64').toString('hex')}`;
    expect(await checkSignature(asked({ ...standard, received: hex }))).toEqual({
      kind: 'cause',
      causes: ['hex-for-base64'],
    });
  });
});

test('what can be seen without computing is shown as hints', () => {
  expect(hintsOf(utf8(body), secret)).toEqual([]);
  expect(hintsOf(utf8(''), '')).toEqual(['body-empty']);
  expect(hintsOf(utf8('event=1'), 'sk_abc')).toEqual(['body-not-json', 'secret-is-api-key']);
  expect(hintsOf(Uint8Array.of(0xff, 0xfe), 'whsec_…x1Q=')).toEqual(['body-not-utf8', 'secret-hidden']);
  expect(hintsOf(utf8('{"a":\u00A01}'), secret.slice(0, -1))).toEqual([
    'body-not-json',
    'body-odd-characters',
    'secret-length',
  ]);
  expect(hintsOf(utf8('{}'), secret.slice(6))).toEqual(['secret-no-prefix']);
});

test('white space and the ends of a body are made visible', () => {
  expect(visibleText(utf8('\uFEFFa b\r\nc\td\n'))).toBe('[BOM]a·b[CR][LF]\nc→\td[LF]\n');
  expect(visibleText(Uint8Array.of(0xff))).toBeNull();
  expect(endsInHex(utf8('abcdef'), 2)).toEqual({ first: '61 62', last: '65 66' });
  expect(['a', 'a\n', 'a\r\n', 'a\r'].map((text) => endingOf(utf8(text)))).toEqual(['none', 'lf', 'crlf', 'cr']);
});
