import { describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { hosted, hostedTest as test } from '../../support/hosted-service.ts';
import type { Shop } from '../support/shop.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await hosted.shop();
});

const PATIENT = { timeout: 60_000 };
const exceptions = (...args: string[]) => hosted.run('bin/exceptions.ts', ...args);

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

/** Pays one order by two transactions. */
async function payTwice(): Promise<void> {
  for (const _ of [1, 2]) expect((await shop.mbway(await shop.init(12.34, 'TWICE-1'), '910000000')).status).toBe(200);
}

describe('the exceptions command', PATIENT, () => {
  const list = (...args: string[]) => ['list', '--merchant', shop.account.merchantId, ...args];
  let transactionId = '';
  let exceptionId = '';

  // In order: each continues with what the previous one has left.
  test('lists an order that was paid twice', async () => {
    await payTwice();
    const { exceptions: open } = await eventually(async () => {
      const listed = await jsonOf<Listed>(...list());
      return listed.exceptions.length > 0 && listed;
    }, 40_000);
    expect(open).toMatchObject([{ kind: 'order-paid-twice', received: 12.34, closed: null }]);
    ({ transactionId = '', exceptionId = '' } = open[0] ?? {});
    const shown = await exceptions('show', transactionId);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    for (const part of ['12.34 EUR', 'Two transactions of one order were paid', exceptionId])
      expect(shown.stdout).toContain(part);
  });

  test('shows what the bank has already returned of its money', async () => {
    const { status } = await hosted.control('POST', `/payments/${transactionId}/refund`, { amount: 5 });
    expect(status).toBe(200);
    await eventually(async () => (await hosted.detail(transactionId)).refunds.length > 0);
    const { stdout } = await exceptions('show', transactionId);
    expect(stdout).toMatch(/^ {2}returned {2}5\.00 EUR of 12\.34 EUR, last at 20/m);
  });

  test('closes it once', async () => {
    const close = (outcome: string, who: string) =>
      exceptions('close', transactionId, exceptionId, '--outcome', outcome, '--note', 'agreed', '--who', who);
    expect(await close('refunded', 'ana')).toMatchObject({ status: 0, stdout: 'closed: refunded\n' });
    expect(await close('kept', 'rui')).toMatchObject({
      status: 1,
      stdout: 'closed before: refunded by ana: agreed\n',
      stderr: '',
    });
    expect(await jsonOf<Listed>(...list())).toEqual({ exceptions: [], cursor: null });
  });

  test('finds it again among the closed ones, and by an audit of the orders', async () => {
    const { merchantId } = shop.account;
    const again = await jsonOf<object>('audit', '--merchant', merchantId);
    expect(again).toEqual({ looked: 2, scanned: 2, found: [transactionId], unreadable: [] });
    expect(await jsonOf<Listed>(...list('--closed'))).toMatchObject({
      exceptions: [{ transactionId, exceptionId, closed: { outcome: 'refunded', note: 'agreed', by: 'ana' } }],
      cursor: null,
    });
    const closed = await exceptions(...list('--closed', '--kind', 'order-paid-twice'));
    expect(closed.stdout).toContain('1 closed exception\n  refunded  1, 12.34 EUR received\n');
    expect((await exceptions(...list('--closed', '--to', '2020-01-31'))).stdout).toBe('0 closed exceptions\n');
  });

  test.each([
    ['no command', [], 2],
    ['an unknown command', ['reopen', 'tx_1'], 2],
    ['a closing without a note', ['close', 'tx_1', '--outcome', 'kept'], 2],
    ['an unknown kind', ['list', '--kind', 'lost'], 2],
    ['a transaction without any', ['close', 'tx_1', '--outcome', 'kept', '--note', 'x'], 1],
    ['an invalid cursor', ['list', '--cursor', 'x'], 1],
  ])('refuses %s in one line, without a stack', async (_, args, status) => {
    const ended = await exceptions(...args);
    expect(ended.status).toBe(status);
    expect(ended.stderr).not.toContain('    at ');
  });

  test.each([
    ['bin/exceptions.ts', ['list']],
    ['bin/exceptions.ts', ['audit']],
    ['bin/deliveries.ts', ['list']],
  ])('%s %j of an unknown merchant is refused, instead of an empty list', async (script, args) => {
    const ended = await hosted.run(script, ...args, '--merchant', 'mer_none');
    expect(ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('merchant not found: mer_none'),
    });
  });

  test('has a help text', async () => {
    const { status, stdout } = await exceptions('--help');
    expect(status).toBe(0);
    for (const part of ['list', '--closed', 'show', 'assign', 'close', 'audit', 'refunded, kept, shipped, not-ours'])
      expect(stdout).toContain(part);
  });
});
