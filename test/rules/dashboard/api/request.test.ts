import { describe, expect, test } from 'vitest';
import { isRead, requestOf } from '../../../../dashboard/src/api/request.ts';

describe('a call of the API', () => {
  test('puts named fields in the path, and the others of a GET in the query', () => {
    const input = { transactionId: 'tx/1', page: 2, not: undefined };
    expect(requestOf('GET /me/transactions/{transactionId}', input)).toEqual({
      method: 'GET',
      path: '/me/transactions/tx%2F1?page=2',
    });
    expect(requestOf('GET /me', {})).toEqual({ method: 'GET', path: '/me' });
  });

  test('puts the other fields of any other method in a JSON body', () => {
    const input = { transactionId: 'tx_1', eventId: 'evt_1', why: 'x' };
    expect(requestOf('POST /me/transactions/{transactionId}/resend', input)).toEqual({
      method: 'POST',
      path: '/me/transactions/tx_1/resend',
      body: '{"eventId":"evt_1","why":"x"}',
    });
    expect(() => requestOf('GET /me/transactions/{transactionId}', {})).toThrow('needs transactionId');
  });

  test('counts as a read only if it changes nothing', () => {
    const reads = ['GET /me', 'POST /me/transactions/search', 'POST /me/undelivered/search'];
    const changes = ['PUT /merchant/webhook/url', 'POST /me/undelivered/resend', 'POST /merchant/webhook/tests'];
    expect(reads.map((route) => isRead(route))).toEqual(reads.map(() => true));
    expect(changes.map((route) => isRead(route))).toEqual(changes.map(() => false));
    expect(isRead('POST /me/undelivered/resend', { dryRun: true })).toBe(true);
  });
});
