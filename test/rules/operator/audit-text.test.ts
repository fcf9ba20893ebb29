import { describe, expect, test } from 'vitest';
import type { AuditResult } from '../../../functions/finance/audit/results.table.ts';
import { addNotChecked, addViolation, newTally } from '../../../functions/finance/audit/tally.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { refuseFuture } from '../../../lib/operator/finance/audit-run.ts';
import { auditJson, auditText } from '../../../lib/operator/finance/audit-text.ts';

/** Pure: needs nothing. */

const DAY = '2026-07-01';
/** In summer Lisbon is an hour before UTC. */
const END_MS = Date.parse('2026-07-01T23:00:00Z');

function resultAt(startedAt: number): AuditResult {
  const tally = { ...newTally(), checked: 4, payments: 2, totals: 1, movements: 3 };
  const merchantId = 'mer_1';
  addViolation(tally, { kind: 'totals', transactionId: null, merchantId, detail: 'one too few' }, DAY);
  addNotChecked(tally, 'no-list', 2);
  return { day: DAY, startedAt, finishedAt: startedAt + 1, tally };
}

describe('the output of the audit command', () => {
  test('counts transactions, and payments separately', () => {
    const [first, second] = auditText(resultAt(END_MS + 3 * HOUR_MS)).split('\n');
    expect(first).toBe(`${DAY}: 4 transactions checked, 2 of them paid that day; 1 violation; 2 not checked`);
    expect(second).toBe('  totals of 1 merchant, 3 movements of the banks, 0 due');
  });

  test('names commands for the stage that was audited', () => {
    const rebuild = `npm run totals -- rebuild --merchant mer_1 --from ${DAY} --to ${DAY}`;
    const result = resultAt(END_MS + 3 * HOUR_MS);
    expect(auditText(result).split('\n')).toContain(`    ${rebuild}`);
    expect(auditText(result, 'prod').split('\n')).toContain(`    ${rebuild} --stage prod`);
    expect(auditJson(result, 'prod').listed.map(({ command }) => command)).toEqual([`${rebuild} --stage prod`]);
  });

  test.each([
    [END_MS - 1, true, 'not over'],
    [END_MS + 2 * HOUR_MS - 1, true, 'ended less than 2 hours before'],
    [END_MS + 2 * HOUR_MS, false, undefined],
  ])('reports at %i whether a day may still change: %s', (startedAt, provisional, sentence) => {
    const result = resultAt(startedAt);
    expect(auditJson(result).provisional).toBe(provisional);
    expect(auditText(result).includes('deliveries and totals may still change')).toBe(provisional);
    if (sentence !== undefined) expect(auditText(result)).toContain(sentence);
  });
});

describe('a day in the future', () => {
  const today = lisbonDay(DAY) ?? { name: '', fromMs: 0, toMs: 0 };
  const tomorrow = lisbonDay('2026-07-02') ?? today;

  test.each([
    [{ from: tomorrow, to: tomorrow }, `--from 2026-07-02 is in the future: in Lisbon it is ${DAY}`],
    [{ from: today, to: tomorrow }, `--to 2026-07-02 is in the future: in Lisbon it is ${DAY}`],
  ])('is refused, by the clock of the service', (period, text) => {
    expect(() => refuseFuture(period, END_MS - 1)).toThrow(text);
    expect(() => refuseFuture(period, END_MS)).not.toThrow();
  });
});
