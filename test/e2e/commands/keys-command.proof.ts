import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from '../../support/hosted-service.ts';

/** Needs the complete local service and its command line. */

const PATIENT = { timeout: 90_000 };
const merchant = (...args: string[]) => hosted.run('bin/merchant.ts', ...args);

async function jsonOf<Content>(...args: string[]): Promise<Content> {
  const ended = await merchant(...args, '--json');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(ended.stdout) as Content;
}

interface Shown {
  merchantId: string;
  apiKey: string;
  apiKeyRotation?: { previousApiKey: string; endsAt: string };
}

/** The status of a poll: 404 with a valid key, 401 with an invalid one. */
const statusWith = async (key: string): Promise<number> =>
  (await hosted.request('GET', '/api/v1/payments/status?transactionId=tx_none', { key })).status;

describe('npm run merchant', PATIENT, () => {
  test('rotates an API key and ends the old one, effective immediately, with the person in the history', async () => {
    const { merchantId, apiKey: old } = await jsonOf<Shown>('create', '--name', 'Loja', '--status', 'active');
    expect(await statusWith(old)).toBe(404);

    const rotated = await jsonOf<Shown>(
      'rotate-api-key',
      merchantId,
      '--overlap',
      '2h',
      '--who',
      'ana',
      '--why',
      'leak',
    );
    expect(rotated.apiKeyRotation?.previousApiKey).toBe(old);
    expect([await statusWith(old), await statusWith(rotated.apiKey)]).toEqual([404, 404]);
    const again = await merchant('rotate-api-key', merchantId);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('end it first with end-old-api-key')]);
    expect((await merchant('show', merchantId)).stdout).toContain(`old API key     ${old} valid until`);

    const ended = await jsonOf<Shown>('end-old-api-key', merchantId, '--who', 'ana');
    expect(ended.apiKeyRotation).toBeUndefined();
    expect([await statusWith(old), await statusWith(rotated.apiKey)]).toEqual([401, 404]);
    expect((await merchant('end-old-api-key', merchantId)).stderr).toBe('there is no old key\n');

    const audit = await jsonOf<{ entries: { who: string; action: string; why?: string }[] }>('audit', merchantId);
    expect(audit.entries.slice(0, 2)).toMatchObject([
      { who: 'ana', action: 'api-key.old-ended' },
      { who: 'ana', action: 'api-key.rotated', why: 'leak' },
    ]);
    const text = (await merchant('audit', merchantId)).stdout;
    expect(text).toContain('api-key.rotated');
    expect(text).not.toContain('sk_');
  });

  test('documents it in --help, and refuses an invalid overlap before it connects to a service', async () => {
    const { stdout } = await merchant('--help');
    for (const words of ['rotate-api-key ID [--overlap 24h]', 'end-old-api-key ID', 'audit ID'])
      expect(stdout).toContain(words);
    for (const overlap of ['8d', 'soon', '-1h']) {
      const ended = await merchant('rotate-api-key', 'mer_x', `--overlap=${overlap}`);
      expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('--overlap must be 0 to 7d')]);
    }
  });
});
