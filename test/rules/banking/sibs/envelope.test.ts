import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NotificationRequest } from '../../../../functions/banking/bank.ts';
import { readSibsNotification } from '../../../../functions/banking/sibs/notification.ts';
import { KEY, PUBLISHED, seal } from '../../../rig/banks/sealed-notification.ts';
import { codePoint } from '../../../support/code-point.ts';

describe('a notification that is not authentic is rejected:', () => {
  const rejected = (request: NotificationRequest) =>
    expect(readSibsNotification(request, KEY, 0)).toMatchObject({ kind: 'rejected' });
  const flip = (base64: string | undefined, at: number) => {
    const bytes = Buffer.from(base64 ?? '', 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString('base64');
  };
  const IV = 'X-Initialization-Vector';
  const TAG = 'X-Authentication-Tag';

  test('encrypted with another key', () => {
    rejected(seal(PUBLISHED, { key: randomBytes(32) }));
  });

  test('with any one bit changed', () => {
    const { headers, rawBody } = seal(PUBLISHED);
    const bodyBytes = Buffer.from(rawBody, 'base64').length;
    for (let at = 0; at < bodyBytes; at += 1) rejected({ headers, rawBody: flip(rawBody, at) });
    for (let at = 0; at < 16; at += 1) rejected({ headers: { ...headers, [TAG]: flip(headers[TAG], at) }, rawBody });
    for (let at = 0; at < 12; at += 1) rejected({ headers: { ...headers, [IV]: flip(headers[IV], at) }, rawBody });
  });

  test('truncated or extended', () => {
    const { headers, rawBody } = seal(PUBLISHED);
    const bytes = Buffer.from(rawBody, 'base64');
    for (const length of [0, 1, 16, bytes.length - 1]) {
      rejected({ headers, rawBody: bytes.subarray(0, length).toString('base64') });
    }
    rejected({ headers, rawBody: Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64') });
  });

  test.each([4, 8, 12, 13, 14, 15])('with a genuine tag of %i bytes', (tagBytes) => {
    rejected(seal(PUBLISHED, { tagBytes }));
  });

  test.each([8, 11, 17, 32])('with a genuine initialisation vector of %i bytes', (ivBytes) => {
    rejected(seal(PUBLISHED, { ivBytes }));
  });

  test('with a truncated tag, a missing header or base64 that is not strict', () => {
    const { headers, rawBody } = seal(PUBLISHED);
    const short = Buffer.from(headers[TAG] ?? '', 'base64')
      .subarray(0, 12)
      .toString('base64');
    rejected({ headers: { ...headers, [TAG]: short }, rawBody });
    rejected({ headers: { ...headers, [TAG]: undefined }, rawBody });
    rejected({ headers: { ...headers, [IV]: undefined }, rawBody });
    rejected({ headers: {}, rawBody });
    rejected({ headers, rawBody: `${rawBody.slice(0, 40)}\n${rawBody.slice(40)}` });
    rejected({ headers, rawBody: `${rawBody}!` });
    rejected({ headers: { ...headers, [TAG]: headers[TAG]?.replace(/=+$/, '') }, rawBody });
    rejected({ headers, rawBody: 'A'.repeat(200_000) });
  });

  test('sent as plain text', () => {
    rejected({ ...seal(PUBLISHED), rawBody: JSON.stringify(PUBLISHED) });
  });

  test('1,000 malformed requests, none of which throws', () => {
    const base64 = (minLength: number, maxLength: number) =>
      fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('base64'));
    const header = fc.oneof(fc.string(), base64(0, 20), base64(12, 12), base64(16, 16), fc.constant(undefined));
    const body = fc.oneof(fc.string({ unit: codePoint }), base64(0, 300), fc.json());
    fc.assert(
      fc.property(
        header,
        header,
        body,
        (iv, tag, rawBody) =>
          readSibsNotification({ headers: { [IV]: iv, [TAG]: tag }, rawBody }, KEY, 0).kind === 'rejected',
      ),
      { numRuns: 1000 },
    );
  });
});
