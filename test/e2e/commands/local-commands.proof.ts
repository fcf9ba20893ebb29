import { rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { PAGE_SCRIPT } from '../../../functions/simulator/control/page-script.ts';
import { aheadText } from '../../../lib/operator/clock.ts';
import { begin, killHard, ownFolder, run, type Started, startService } from '../support/command-lines.ts';
import { clientsOf } from '../support/host-clients.ts';
import { httpCall } from '../support/http-call.ts';

const folder = ownFolder();
let service: Started;
beforeAll(async () => {
  service = await startService(folder);
  before = await allKeys();
}, 120_000);
afterAll(async () => {
  await killHard(service);
  rmSync(folder, { recursive: true, force: true });
});

const clock = (...args: string[]) => run(folder, 'bin/clock.ts', args);
const aheadMs = async () => JSON.parse((await clock('show', '--json')).stdout).aheadMs as number;

/** Moves the clock by that, less the duration of the jump. */
async function advanced(byMs: number, ...args: string[]) {
  const [beforeMs, begunAtMs] = [await aheadMs(), performance.now()];
  const ended = await clock('advance', ...args);
  const tookMs = performance.now() - begunAtMs;
  const movedMs = (await aheadMs()) - beforeMs;
  expect(movedMs).toBeLessThanOrEqual(byMs);
  expect(movedMs).toBeGreaterThanOrEqual(byMs - tookMs);
  return ended;
}

/**
 * The keys of every item of the service's tables. Not of the count of this address's requests, which every call adds to
 * and which ends by itself, nor of the simulated bank's payments.
 */
async function allKeys(): Promise<string[]> {
  const { client, close } = clientsOf(service.hostFile);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    const ours = TableNames.filter((name) => !/RateLimits|simulator/.test(name));
    expect(ours.length).toBeGreaterThanOrEqual(4);
    const pages = await Promise.all(ours.map((TableName) => client.send(new ScanCommand({ TableName }))));
    const items = pages.flatMap(({ Items = [] }) => Items);
    return items.map(({ id, transactionId, day, item }) => JSON.stringify([id, transactionId, day, item])).sort();
  } finally {
    close();
  }
}
let before: string[] = [];

// In order, against a separate service: the commands beside `npm start`.
test('the smoke test passes on the local service, each check with its result (§5.1.3, §7, §8.2)', async () => {
  const ended = await run(folder, 'bin/smoke.ts', ['--local', '--json']);
  expect(ended.stderr).toBe('');
  const { isWell, findings } = JSON.parse(ended.stdout) as { isWell: boolean; findings: { ok: boolean }[] };
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect([isWell, findings.length, ended.status]).toEqual([true, 21, 0]);
  expect(await allKeys()).toEqual(before);
}, 90_000);

test('the smoke test fails when the address has no requests left', async () => {
  const ended = await run(folder, 'bin/smoke.ts', ['--local']);
  expect(ended.status).toBe(1);
  expect(ended.stdout).toContain('FAILED  init creates a transaction: 429');
  expect(await allKeys()).toEqual(before);
}, 90_000);

test('the smoke test deletes what it has made when its output closes, as by head', async () => {
  const { child, ended } = begin(folder, 'bin/smoke.ts', ['--local'], 0, {});
  child.stderr.destroy();
  child.stdout.once('data', () => child.stdout.destroy());
  expect((await ended).status).toBe(1);
  expect(await allKeys()).toEqual(before);
}, 90_000);

test('the audit of an unfinished day reports it, and that of a future day is refused', async () => {
  const today = lisbonDayName(Date.now());
  const ended = await run(folder, 'bin/audit.ts', ['--from', today, '--json']);
  expect(ended.status).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ days: [{ day: today, provisional: true, violations: 0 }] });
  const tomorrow = lisbonDayName(Date.now() + 25 * HOUR_MS);
  const refused = await run(folder, 'bin/audit.ts', ['--from', today, '--to', tomorrow]);
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(`--to ${tomorrow} is in the future`);
});

test('a command for a stage names what is missing: the stage, its region, or the credentials', async () => {
  const show = (stage: string, env = {}) =>
    run(folder, 'bin/transaction.ts', ['show', `tx_${'0'.repeat(26)}`, '--stage', stage], 0, env);
  const both = await run(folder, 'bin/smoke.ts', ['--stage', 'dev', '--local']);
  expect(both).toEqual({ status: 2, stdout: '', stderr: '--local and --stage: name one of them\nSee --help.\n' });
  const unknown = await show('nope');
  expect(unknown.stderr).toBe('stage: "nope" is not one of dev, prod (cdk.json, context "stages")\nSee --help.\n');
  const noRegion = await show('dev');
  expect(noRegion.stderr).toMatch(/^The AWS region of stage dev is not known: set AWS_REGION, .*AWS_PROFILE.*\n$/);
  const nobody = { AWS_REGION: 'eu-west-1', AWS_PROFILE: 'nobody', AWS_EC2_METADATA_DISABLED: 'true' };
  const noKeys = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_SHARED_CREDENTIALS_FILE: devNull };
  const noCredentials = await show('dev', { ...nobody, ...noKeys });
  expect(noCredentials.stderr).toMatch(
    /^Stage dev cannot be read in eu-west-1 \(AWS_PROFILE=nobody\): .*\n.*AWS_PROFILE/,
  );
  expect([unknown.status, noRegion.status, noCredentials.status]).toEqual([2, 1, 1]);
});

test('npm run clock shows the time, advances it, and reports what ran', async () => {
  expect((await clock('show')).stdout).toMatch(/^\d{4}-.*Z, as the machine's\n$/);
  const { status, stdout } = await advanced(3 * DAY_MS, '3d');
  expect(status).toBe(0);
  expect(stdout).toContain('payments-sweep  1');
});

test('after a jump npm run clock shows how far it is ahead, and a short jump runs each sweep', async () => {
  expect((await clock('show')).stdout).toContain(`, ${aheadText(await aheadMs())} ahead of the machine's\n`);
  const { steps } = JSON.parse((await advanced(240_000, '4m', '--json')).stdout);
  // Other schedules, such as the audit's every quarter of an hour, may add steps.
  const swept = steps.filter(({ calls }: { calls: object }) =>
    Object.keys(calls).some((name) => name.endsWith('payments-sweep')),
  );
  expect(swept).toHaveLength(4);
});

test.each([[['advance']], [['advance', '-4m']], [['back', '4m']], [['show', '4m']], [['advance', '4m', '5m']], [[]]])(
  'an invalid duration is a usage error: %j',
  async (args) => {
    const ended = await clock(...args);
    expect([ended.status, ended.stdout + ended.stderr]).toEqual([2, expect.stringMatching(/--help|advance 4m/)]);
  },
);

test('the operator’s commands use the service’s time', async () => {
  // A secret rotated at the machine's time would be three days old for the service, beyond its overlap.
  const { merchantId } = service.serviceFile;
  const rotated = await run(folder, 'bin/merchant.ts', ['rotate-webhook-secret', merchantId]);
  expect(rotated).toMatchObject({ status: 0, stderr: '' });
  const [until = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(rotated.stdout) ?? [];
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 3 * DAY_MS);
});

test('the simulated bank’s page and its script are served', async () => {
  const { origin, pathname } = new URL(service.serviceFile.simulatorUrl);
  const { status, headers, text } = await httpCall(origin, 'GET', `${pathname}/control`);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain(PAGE_SCRIPT);
  expect(() => new Function(PAGE_SCRIPT)).not.toThrow();
});

test('the smoke test deletes what it has made when it is interrupted, also a payment on its way', async () => {
  const keys = await allKeys();
  const { child, ended } = begin(folder, 'bin/smoke.ts', ['--local'], 0, {});
  child.stdout.on('data', (text) => String(text).includes('mbway reaches the bank') && child.kill('SIGINT'));
  const { status, stdout, stderr } = await ended;
  expect([status, stderr]).toEqual([1, 'interrupted\n']);
  expect(stdout).toMatch(/^ok +what it made is deleted/m);
  expect(stdout).not.toContain('a test event passes');
  expect(await allKeys()).toEqual(keys);
}, 90_000);
