import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf, eventOfDay } from '../../../functions/events/days/digest.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import type { EventRecord } from '../../../functions/webhooks/event.ts';
import { blocksOf, readDocument } from '../../support/documents/blocks.ts';
import { isWithoutPhp } from '../../support/receivers/shown-code.ts';

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

/** How the function of a file is run with a vector on standard input. */
const RUNS: Record<string, { command: string; main: string }> = {
  '.mjs': {
    command: process.execPath,
    main: `import { readFileSync } from 'node:fs';
const { events, day, asOf } = JSON.parse(readFileSync(0, 'utf8'));
console.log(dayDigest(events, day, asOf));`,
  },
  '.php': {
    command: 'php',
    main: `$v = json_decode(stream_get_contents(STDIN), true);
echo dayDigest($v['events'], $v['day'], $v['asOf']), "\\n";`,
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

  test('is shown in two languages', () => {
    expect(shown.map(({ file = '' }) => extname(file)).sort()).toEqual(Object.keys(RUNS).sort());
  });

  test.for(shown)('is computed by $file of the documents', ({ file = '', code }, { skip }) => {
    const { command, main } = RUNS[extname(file)] as (typeof RUNS)[string];
    skip(command === 'php' && isWithoutPhp, 'php is not installed');
    const dir = mkdtempSync(join(tmpdir(), 'digest-'));
    try {
      writeFileSync(join(dir, file), `${code}\n${main}\n`);
      const { stdout, stderr } = spawnSync(command, [join(dir, file)], {
        input: JSON.stringify(VECTOR),
        encoding: 'utf8',
      });
      expect([stderr, stdout.trim()]).toEqual(['', VECTOR.digest]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
