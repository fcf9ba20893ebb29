import { describe, expect, test } from 'vitest';
import { jsonBody } from '../../../functions/http/json-body.ts';
import { apiEvent } from '../../rig/api-event.ts';

const PHONE = '912345678';
const read = (body: unknown, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  jsonBody(apiEvent({ body, headers }));
const sized = (characters: number, character = 'x') => JSON.stringify({ filler: character.repeat(characters) });

describe('D16: a body is refused with 400, without quoting it:', () => {
  test.each<[string, unknown, string]>([
    ['none', undefined, 'body is missing'],
    ['an empty one', '', 'body is missing'],
    ['white space', '  ', 'not valid JSON'],
    ['malformed JSON', `{"phoneNumber": "${PHONE}", x`, 'not valid JSON'],
    ['two JSON values', '{}{}', 'not valid JSON'],
    ['bytes that are not UTF-8, as they are decoded', '{"orderId":"caf\ufffd","amount":1}', 'must be UTF-8'],
    ['a list', '[]', 'must be a JSON object'],
    ['a string', '"text"', 'must be a JSON object'],
    ['a number', '7', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['more than 16 KB', sized(16_400), 'too large'],
    ['more than 16 KB, counted in bytes', sized(8_300, 'ü'), 'too large'],
  ])('%s', (_, body, text) => {
    const refused = expect.objectContaining({ statusCode: 400, message: expect.stringContaining(text) });
    expect(() => read(body)).toThrow(refused);
    expect(() => read(body)).not.toThrow(PHONE);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data; a=b', ''])(
    'of the media type "%s"',
    (type) => {
      expect(() => read('{}', { 'content-type': type })).toThrow('Content-Type must be application/json');
    },
  );
});

describe('D16: a body is accepted', () => {
  test.each<[string, Record<string, string>]>([
    ['without a Content-Type', {}],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['with the type in upper case', { 'CONTENT-TYPE': 'Application/JSON' }],
  ])('%s', (_, headers) => {
    expect(read('{"amount":1}', headers)).toEqual({ amount: 1 });
  });

  test('just below 16 KB', () => {
    expect(read(sized(16_300))).toHaveProperty('filler');
  });

  test('with the replacement character as a JSON escape, which a client can only mean', () => {
    expect(read('{"orderId":"\\ufffd"}')).toEqual({ orderId: '\ufffd' });
  });
});
