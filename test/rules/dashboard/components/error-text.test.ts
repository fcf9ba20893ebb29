import { expect, test } from 'vitest';
import { errorText } from '../../../../dashboard/src/components/error-text.ts';

test('an error is the sentence of its problem in the language of the page, or a general one with the field', () => {
  const english = { language: 'en', locale: 'en-GB' } as const;
  const portuguese = { language: 'pt', locale: 'pt-PT' } as const;
  const refused = { status: 400, error: 'Webhooks are off …', problem: { code: 'webhooks-off' } } as const;
  expect(errorText(refused, english).what).toMatch(/^Webhooks are off/);
  expect(errorText(refused, portuguese).what).toMatch(/^Os webhooks estão desligados/);
  const until = '2026-11-21T12:00:00.000Z';
  const timed = { status: 400, error: '', problem: { code: 'old-api-key-valid', until } } as const;
  expect(errorText(timed, english).what).toMatch(/\suntil\s21\sNov\s2026,\s12:00:00:\s/);
  const unnamed = { status: 400, error: 'why is required', field: 'why' } as const;
  expect(errorText(unnamed, portuguese).what).toBe('Verifique os valores que introduziu. (why)');
  const later = { ...refused, problem: { code: 'of-a-later-version' } } as never;
  expect(errorText(later, english).what).toBe('Check the values you entered.');
  expect(errorText({ status: 500, error: 'internal error of the service' }, english).what).not.toContain('internal');
  expect(errorText({ status: 'network', error: '' }, portuguese).title).toBe('Sem ligação ao serviço');
});
