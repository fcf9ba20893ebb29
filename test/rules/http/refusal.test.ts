import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../functions/http/messages.ts';
import { Refusal, type RefusalKind } from '../../../functions/http/refusal.ts';

describe('§7: a refusal', () => {
  test.each<[RefusalKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['inactive', 403],
    ['not-found', 404],
    ['over-limit', 429],
    ['bank', 502],
  ])('of the kind %s is answered %d', (kind, statusCode) => {
    expect(new Refusal(kind, 'why')).toMatchObject({ statusCode, message: 'why' });
  });
});

test('§7: every general error text is one line and not empty', () => {
  for (const text of Object.values(MESSAGES)) expect(text).toMatch(/^[^\n]{10,200}$/);
});
