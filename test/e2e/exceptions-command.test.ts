import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/hosted-service.ts';
import { killHard, ownFolder, run, type Started, startService } from './command-lines.ts';
import { httpCall } from './http-call.ts';

const folder = ownFolder();
let service: Started;
beforeAll(async () => {
  service = await startService(folder);
}, 120_000);
afterAll(async () => {
  await killHard(service);
  rmSync(folder, { recursive: true, force: true });
});

const PATIENT = { timeout: 60_000 };
const exceptions = (...args: string[]) => run(folder, 'bin/exceptions.ts', args);

interface Listed {
  exceptions: { transactionId: string; exceptionId: string; kind: string; received: number; closed: unknown }[];
  cursor: string | null;
}

async function jsonOf<Content>(...args: string[]): Promise<Content> {
  const ended = await exceptions(...args, '--json');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(ended.stdout) as Content;
}

/** One order, paid by two transactions. */
async function payTwice(): Promise<void> {
  const { baseUrl, apiKey } = service.serviceFile;
  const { origin, pathname } = new URL(baseUrl);
  const call = (path: string, body: object) =>
    httpCall(origin, 'POST', `${pathname}/payments/${path}`, { key: apiKey, body });
  for (const _ of [1, 2]) {
    const { transactionId } = (await call('init', { orderId: 'TWICE-1', amount: 12.34 })).json;
    expect((await call('mbway', { transactionId, phoneNumber: '910000000' })).status).toBe(200);
  }
}

describe('the exceptions command', PATIENT, () => {
  test('lists an order that was paid twice, closes it once, and finds it again without opening it', async () => {
    await payTwice();
    const { exceptions: open } = await eventually(async () => {
      const listed = await jsonOf<Listed>('list');
      return listed.exceptions.length > 0 && listed;
    }, 40_000);
    expect(open).toMatchObject([{ kind: 'order-paid-twice', received: 12.34, closed: null }]);
    const [{ transactionId = '', exceptionId = '' } = {}] = open;
    const shown = await exceptions('show', transactionId);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    for (const part of ['12.34 EUR', 'Two transactions of one order were paid', exceptionId])
      expect(shown.stdout).toContain(part);

    const close = (outcome: string, who: string) =>
      exceptions('close', transactionId, exceptionId, '--outcome', outcome, '--note', 'agreed', '--who', who);
    expect(await close('refunded', 'ana')).toMatchObject({ status: 0, stdout: 'closed: refunded\n' });
    expect(await close('kept', 'rui')).toMatchObject({
      status: 1,
      stdout: 'closed before: refunded by ana: agreed\n',
      stderr: '',
    });
    const again = await jsonOf<object>('audit', '--merchant', service.serviceFile.merchantId);
    expect(again).toEqual({ looked: 2, found: [transactionId], unreadable: [] });
    expect(await jsonOf<Listed>('list')).toEqual({ exceptions: [], cursor: null });
    expect(await jsonOf<Listed>('list', '--closed')).toMatchObject({
      exceptions: [{ transactionId, exceptionId, closed: { outcome: 'refunded', note: 'agreed', by: 'ana' } }],
      cursor: null,
    });
    const closed = await exceptions('list', '--closed', '--kind', 'order-paid-twice');
    expect(closed.stdout).toContain('1 closed exception\n  refunded  1, 12.34 EUR received\n');
    expect((await exceptions('list', '--closed', '--to', '2020-01-31')).stdout).toBe('0 closed exceptions\n');
  });

  test.each([
    ['no command', [], 2],
    ['an unknown command', ['reopen', 'tx_1'], 2],
    ['a closing without a note', ['close', 'tx_1', '--outcome', 'kept'], 2],
    ['a kind that there is not', ['list', '--kind', 'lost'], 2],
    ['a transaction without any', ['close', 'tx_1', '--outcome', 'kept', '--note', 'x'], 1],
    ['a cursor that no list has given', ['list', '--cursor', 'x'], 1],
  ])('refuses %s in one line, without a stack', async (_, args, status) => {
    const ended = await exceptions(...args);
    expect(ended.status).toBe(status);
    expect(ended.stderr).not.toContain('    at ');
  });

  test.each([
    ['bin/exceptions.ts', ['list']],
    ['bin/exceptions.ts', ['audit']],
    ['bin/deliveries.ts', ['list']],
  ])('%s %j of a merchant that does not exist is refused, and no empty list shown', async (script, args) => {
    const ended = await run(folder, script, [...args, '--merchant', 'mer_none']);
    expect(ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('merchant not found: mer_none'),
    });
  });

  test('explains itself', async () => {
    const { status, stdout } = await exceptions('--help');
    expect(status).toBe(0);
    for (const part of ['list', '--closed', 'show', 'assign', 'close', 'audit', 'refunded, kept, shipped, not-ours'])
      expect(stdout).toContain(part);
  });
});
