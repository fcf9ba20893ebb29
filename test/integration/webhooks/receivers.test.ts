import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEYOND_ASCII, FORGED_WITH_EMPTY_KEY, GENUINE, post, REFUSED, SECRET } from '../../support/receivers/posts.ts';
import { type Launch, type ReceiverProcess, startReceiverProcess } from '../../support/receivers/receiver-process.ts';
import { SHOWN } from '../../support/receivers/shown-code.ts';

/**
 * The receiver code that merchants are shown, built and run as a server of its own and sent real POSTs. Needs of each
 * language what `toolchains.ts` names; a language whose tools are not on this machine is left out, by name.
 */

const START_DEADLINE_MS = 180_000;

const COMPARES_IN_CONSTANT_TIME = /timingSafeEqual|compare_digest|hash_equals|FixedTimeEquals|MessageDigest\.isEqual/;

it('finds five languages on the dashboard and three in the guide, and each compares in constant time (§5.2.3)', () => {
  const onThePage = ['Node', 'Python', 'PHP', 'C#', 'Java'].map((name) => `${name} on the dashboard`);
  const inGuide = ['Node', 'PHP', 'Python'].map((name) => `${name} in docs/merchants/receive-webhooks.md`);
  expect(SHOWN.map(({ where }) => where)).toEqual([...onThePage, ...inGuide]);
  for (const { code } of SHOWN) expect(code).toMatch(COMPARES_IN_CONSTANT_TIME);
});

describe.each(SHOWN.filter(({ toolchain }) => toolchain.lacking === undefined))('$where', ({ code, toolchain }) => {
  const dir = mkdtempSync(join(tmpdir(), 'receiver-'));
  let launch: Launch;
  let receiver: ReceiverProcess;

  beforeAll(async () => {
    launch = toolchain.build(code, dir);
    receiver = await startReceiverProcess(launch, dir, SECRET);
    if (!receiver.isUp) throw new Error(`It did not start:\n${receiver.output()}`);
  }, START_DEADLINE_MS);

  afterAll(async () => {
    await receiver?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(Object.entries(GENUINE))('takes %s', async (_, webhook) => {
    expect(await post(receiver.port, webhook)).toEqual({ status: 200, text: expect.stringMatching(/^(OK)?$/) });
  });

  it.each(Object.entries(REFUSED))('refuses %s', async (_, webhook) => {
    expect(await post(receiver.port, webhook)).toEqual({ status: 401, text: 'signature does not match' });
  });

  it('refuses a signature beyond ASCII, which some servers themselves answer with 400', async () => {
    expect([400, 401]).toContain((await post(receiver.port, BEYOND_ASCII)).status);
  });

  it('logs no error and keeps running', async () => {
    expect(receiver.output()).not.toMatch(/exception|traceback|error:|fatal|PHP warning/i);
    expect(receiver.hasEnded()).toBe(false);
  });

  it.each([
    ['no secret', undefined],
    ['an empty secret', ''],
  ])(
    'with %s takes nothing, for anybody could sign',
    async (_, secret) => {
      const careless = await startReceiverProcess(launch, dir, secret);
      try {
        const answer = careless.isUp ? (await post(careless.port, FORGED_WITH_EMPTY_KEY)).status : 'does not start';
        expect(answer).toBeOneOf(['does not start', 500]);
      } finally {
        await careless.stop();
      }
    },
    START_DEADLINE_MS,
  );
});

const leftOut = SHOWN.filter(({ toolchain }) => toolchain.lacking !== undefined);

describe('receivers skipped because their tools are not installed', () => {
  it(leftOut.map(({ where, toolchain }) => `${where}: ${toolchain.lacking}`).join('; ') || 'nothing', () => {
    // Node and what the lock file names are there wherever this test runs.
    expect(leftOut.map(({ where }) => where).filter((where) => where.startsWith('Node'))).toEqual([]);
    expect(leftOut.length).toBeLessThan(SHOWN.length);
  });
});
