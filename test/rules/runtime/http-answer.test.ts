import { describe, expect, test } from 'vitest';
import { HttpAnswer } from '../../../functions/runtime/http-answer.ts';
import { HEAD_RESTS, STATUS_LINE, STATUS_LINES } from '../../support/network/answer-heads.ts';

const MAX_BODY_BYTES = 64;

/** The answer after these bytes, in pieces of one size, and after the connection's end if it `isClosed`. */
function answerTo(text: string, pieceBytes = Number.POSITIVE_INFINITY, isClosed = false): HttpAnswer {
  const answer = new HttpAnswer(MAX_BODY_BYTES);
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) answer.push(bytes.subarray(at, at + pieceBytes));
  if (isClosed) answer.end();
  return answer;
}

test('a status line by RFC 9112 is read, and no other, whatever follows and however it arrives', () => {
  const wrong = STATUS_LINES.flatMap((line) => {
    const code = STATUS_LINE.exec(line)?.groups?.code;
    return Object.entries(HEAD_RESTS).flatMap(([name, rest]) =>
      [rest.length > 1_000 ? 1_000 : 1, 16_384].flatMap((pieceBytes) => {
        const { state, status } = answerTo(line + rest, pieceBytes);
        const read = state === 'head' || state === 'unreadable' ? state : status;
        return read === (code === undefined ? 'unreadable' : Number(code)) ? [] : [`${line}, ${name}: ${read}`];
      }),
    );
  });
  expect(wrong).toEqual([]);
});

const HEAD = 'HTTP/1.1 200 OK\r\n';

describe('a body', () => {
  test.each([
    ['Content-Length: 2\r\n\r\nok', 'complete'],
    ['Content-Length:\t2 \r\n\r\nok', 'complete'],
    ['Content-Length: 2\r\ncontent-length: 2\r\n\r\nok', 'complete'],
    ['Content-Length: 02, 2\r\n\r\nok', 'complete'],
    ['Content-Length : 2\r\n\r\nok', 'complete'],
    ['Content-Length:\r\n 2\r\n\r\nok', 'complete'],
    ['Content-Length: 2\n\nok', 'complete'],
    ['Transfer-Encoding: Chunked\r\n\r\n1\r\no\r\n01;a="b"\r\nk\r\n0\r\nX-T: a\r\n\r\n', 'complete'],
    ['Transfer-Encoding:\r\n\tchunked\r\n\r\n2  \r\nok\r\n0\r\n\r\n', 'complete'],
    ['Transfer-Encoding: chunked\n\n2\r\nok\r\n0\r\n\n', 'complete'],
    ['Transfer-Encoding: chunked\n\n2\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n2\r\nok\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n3\r\nok\r\n0\r\n\r\n', 'unclear'],
    [`Transfer-Encoding: chunked\r\n\r\n2${' '.repeat(1_100)}5\r\nok\r\n0\r\n\r\n`, 'unclear'],
    [`${'Connection: keep-alive\r\n'.repeat(20)}Content-Length: 2\r\n\r\nok`, 'complete'],
    [`Connection: ${'x'.repeat(300)}\r\nContent-Length: 2\r\n\r\nok`, 'complete'],
    ['Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'complete'],
    ['Transfer-Encoding: chunked\r\nContent-Length: 12\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Content-Length: 2\r\nContent-Length: 3\r\n\r\nok', 'unclear'],
    ['Content-Length: 2, 3\r\n\r\nok', 'unclear'],
    ['Content-Length: 2\r\n , 3\r\n\r\nok', 'unclear'],
    ['Content-Length: +2\r\n\r\nok', 'unclear'],
    ['Content-Length: 0x2\r\n\r\nok', 'unclear'],
    ['Content-Length: 2.0\r\n\r\nok', 'unclear'],
    ['Content-Length: 2 2\r\n\r\nok', 'unclear'],
    ['Content-Length: 2\xa0\r\n\r\nok', 'unclear'],
    ['Content-Length:\r\n\r\nok', 'unclear'],
    [`Content-Length: 2${' '.repeat(2_000)}, 3\r\n\r\nok`, 'unclear'],
    [`${'Content-Length: 2\r\n'.repeat(40)}\r\nok`, 'unclear'],
    ['Transfer-Encoding:\r\n\r\nok', 'unclear'],
    ['Transfer-Encoding: chunked, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: x-chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n1000000000000\r\nok', 'unclear'],
    ['Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n', 'body'],
    ['Content-Length: 3\r\n\r\nok', 'body'],
    ['\r\nok', 'body'],
  ])('after %j is %s', (rest, state) => {
    for (const pieceBytes of [1, 16_384]) expect(answerTo(HEAD + rest, pieceBytes).state).toBe(state);
    if (state === 'complete') expect(String(answerTo(HEAD + rest, 1).body)).toBe('ok');
  });

  test('is never complete by the end of the connection, and is stored up to its limit', () => {
    expect(answerTo(`${HEAD}\r\nok`, 1, true)).toMatchObject({ state: 'unclear', body: Buffer.from('ok') });
    expect(answerTo(`${HEAD}Content-Length: 3\r\n\r\nok`, 1, true).state).toBe('body');
    expect(answerTo(HEAD, 1, true)).toMatchObject({ state: 'unclear', status: 200 });
    expect(answerTo(HEAD.slice(0, -2), 1, true).state).toBe('unreadable');
    expect(answerTo('HTTP/1.1 100 C\r\n', 1, true).state).toBe('unreadable');
    expect(answerTo('', 1, true).state).toBe('head');
    const long = answerTo(`${HEAD}\r\n${'x'.repeat(1_000)}`, 7);
    expect([long.bodyBytes, long.body.length]).toEqual([1_000, MAX_BODY_BYTES]);
  });
});

test('lines without end are given up after 1 MB, with the status if it has arrived', () => {
  const chunks = `1;${'e'.repeat(99_999)}\r\no\r\n`.repeat(11);
  for (const rest of [
    'X-A: b\r\n'.repeat(140_000),
    'b'.repeat(1_100_000),
    `Transfer-Encoding: chunked\r\n\r\n${chunks}`,
  ]) {
    const { state, status } = answerTo(HEAD + rest, 16_384);
    expect([state, status]).toEqual(['unclear', 200]);
  }
  for (const text of ['HTTP/1.1 100 C\r\n\r\n'.repeat(60_000), '\r\n'.repeat(600_000)]) {
    expect(answerTo(text, 16_384).state).toBe('unreadable');
  }
});

describe('a connection', () => {
  test.each([
    'Content-Length: 0\r\n\r\n',
    'Content-Length: 2\r\nX-A: \xe9\t;\r\n\r\nok',
    'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    `Content-Length: 2\r\nContent-Security-Policy: ${'a'.repeat(3_000)}\r\n\r\nok`,
  ])('serves another request after an answer in order (%#)', (rest) => {
    expect(answerTo(HEAD + rest).reusableForS).toBe(Number.POSITIVE_INFINITY);
    expect(answerTo(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}${rest}`, 1).reusableForS).toBe(Number.POSITIVE_INFINITY);
    for (const after of ['H', '\r\n', HEAD + rest]) expect(answerTo(HEAD + rest + after).reusableForS).toBe(0);
    expect(answerTo(HEAD + rest, 1, true).reusableForS).toBe(0);
    for (const line of ['HTTP/1.0 200 OK', 'HTTP/1.1\t200 OK', 'HTTP/1.1 200\tOK', '\r\nHTTP/1.1 200 OK']) {
      expect(answerTo(`${line}\r\n${rest}`).reusableForS).toBe(0);
    }
    expect(answerTo(`${HEAD}Connection: Close\r\n${rest}`).reusableForS).toBe(0);
    expect(answerTo(`${HEAD}Keep-Alive: timeout=5, max=9\r\n${rest}`).reusableForS).toBe(5);
    for (const malformed of [
      'X-A : b',
      ' X-A: b',
      ': b',
      'X-A',
      'X-A: \0',
      'X-A: b\rX-B: c',
      'X-A: b\nX-B: c',
      `X: ${'a'.repeat(1_100)}\0`,
    ]) {
      expect(answerTo(`${HEAD}${malformed}\r\n${rest}`).reusableForS).toBe(0);
    }
    for (const second of ['Content-Length: 2', 'Transfer-Encoding: chunked', 'Content-Length : 2']) {
      expect(answerTo(`${HEAD}${second}\r\n${rest}`).reusableForS).toBe(0);
    }
  });

  test.each([
    'HTTP/1.1 204\r\n\r\n',
    'HTTP/1.1 204\r\nContent-Length: 2\r\n\r\n',
    `${HEAD}Content-Length: 2, 2\r\n\r\nok`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\njunk\0 : x\r\n\r\n`,
  ])('serves no other request after %j', (text) => expect(answerTo(text).reusableForS).toBe(0));
});
