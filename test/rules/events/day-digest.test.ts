import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf, eventOfDay } from '../../../functions/events/days/digest.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import type { EventRecord } from '../../../functions/webhooks/event.ts';
import { blocksOf, readDocument } from '../../support/documents/blocks.ts';
import { php, python } from '../../support/receivers/toolchains.ts';

/** The vector that merchants copy; its digest is by `sort` and `sha256sum` of the lines. */
const VECTOR = JSON.parse(readFileSync('docs/day-digest.json', 'utf8'));
const DAY = lisbonDay(VECTOR.day);

/** The published events as stored: each transaction with its events in their order. */
function records(): EventRecord[] {
  const bodies = new Map<string, { eventId: string; timestamp: string; data: Record<string, unknown> }>();
  for (const { eventId, body } of VECTOR.events) {
    const { event, ...rest } = JSON.parse(body);
    if (event !== 'webhook.test') bodies.set(eventId, { eventId, ...rest });
  }
  const inOrder = [...bodies.values()].sort((a, b) => a.timestamp.localeCompare(b.timestamp));
  return [...Map.groupBy(inOrder, ({ data }) => String(data.id))].map(([transactionId, own]) => ({
    ...{ transactionId, merchantId: 'mer_a', externalOrderId: 'ORDER-1', status: 'paid' },
    amountCents: Math.round(Number(own[0]?.data.amount) * 100),
    settlements: own.map(({ eventId, timestamp, data: { status, paymentMethod } }) => ({
      ...{ eventId, status, paymentMethod, settledAt: Date.parse(timestamp), paidAt: null },
      delivery: { state: 'delivered', series: 1, done: 1, attempts: [] },
    })),
  })) as EventRecord[];
}

const MAINS: Record<string, { command: string[]; lacking: string | undefined; main: string }> = {
  '.mjs': {
    command: [process.execPath],
    lacking: undefined,
    main: `import { readFileSync } from 'node:fs';
const { events, day, asOf } = JSON.parse(readFileSync(0, 'utf8'));
console.log(dayDigest(events, day, asOf));`,
  },
  '.php': {
    command: ['php'],
    lacking: php.lacking,
    main: `$v = json_decode(stream_get_contents(STDIN), true);
echo dayDigest($v['events'], $v['day'], $v['asOf']), "\\n";`,
  },
  '.py': {
    command: ['python3'],
    lacking: python.lacking,
    main: 'import sys\nv = json.load(sys.stdin)\nprint(day_digest(v["events"], v["day"], v["asOf"]))',
  },
};

describe('the digest of a day', () => {
  test('is that of the published vector, by our rule', () => {
    if (!DAY) throw new Error('no day');
    const asOf = Date.parse(VECTOR.asOf);
    const digest = digestOf(
      asOf,
      records().flatMap((record) => eventOfDay(DAY, asOf, record)),
    );
    expect(digest).toEqual({
      asOf,
      count: VECTOR.count,
      sums: [
        { status: 'paid', paymentMethod: 'MBWAY', count: 2, cents: 1_120 },
        { status: 'paid', paymentMethod: 'REFERENCE', count: 1, cents: 9_999_999 },
        { status: 'failed', paymentMethod: 'MBWAY', count: 1, cents: 7 },
        { status: 'cancelled', paymentMethod: 'MBWAY', count: 1, cents: 435 },
      ],
      digest: VECTOR.digest,
    });
  });

  test('of a day without events is that of nothing', () => {
    const nothing = spawnSync('sha256sum', [], { input: '', encoding: 'utf8' }).stdout.split(' ')[0];
    expect(digestOf(1, [])).toEqual({ asOf: 1, count: 0, sums: [], digest: nothing });
  });

  const shown = blocksOf(readDocument('docs/api.md')).filter(({ file }) => /^digest\./.test(file ?? ''));

  test('is shown in three languages, in fifteen lines each', () => {
    expect(shown.map(({ file = '' }) => extname(file)).sort()).toEqual(Object.keys(MAINS).sort());
    for (const { code } of shown) expect(code.trimEnd().split('\n').filter(Boolean).length).toBeLessThanOrEqual(15);
  });

  test.each(shown)('is computed by $file of the documents', ({ file = '', code }) => {
    const { command, lacking, main } = MAINS[extname(file)] as (typeof MAINS)[string];
    if (lacking) return expect(Boolean(process.env.CI), `${lacking} must be installed in CI`).toBe(false);
    const dir = mkdtempSync(join(tmpdir(), 'digest-'));
    try {
      writeFileSync(join(dir, file), `${code}\n${main}\n`);
      const [name = '', ...args] = [...command, join(dir, file)];
      const by = (vector: object) => spawnSync(name, args, { input: JSON.stringify(vector), encoding: 'utf8' });
      const { stdout, stderr } = by(VECTOR);
      expect([stderr, stdout.trim()]).toEqual(['', VECTOR.digest]);
      const [lost] = VECTOR.events.filter(({ eventId }: { eventId: string }) => VECTOR.lines[0].startsWith(eventId));
      const left = {
        ...VECTOR,
        events: VECTOR.events.filter((each: object) => JSON.stringify(each) !== JSON.stringify(lost)),
      };
      expect(by(left).stdout.trim()).toMatch(/^(?!.*\s)[0-9a-f]{64}$/);
      expect(by(left).stdout.trim()).not.toBe(VECTOR.digest);
      return undefined;
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
