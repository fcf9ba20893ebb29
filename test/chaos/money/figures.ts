import { ALIKE, type AlikeKind } from './alike.ts';
import type { Failure, ScheduleCounts } from './run.ts';
import { euros } from './schedule.ts';

/** The coverage of a run as text. */
export function figuresText(counts: ScheduleCounts): string {
  const { schedules, movements, refunds, invisible, byStatus, byException, byAlike, cents } = counts;
  const listed = (found: Record<string, number>) =>
    Object.entries(found)
      .toSorted(([, left], [, right]) => right - left)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  const alike = Object.entries(ALIKE).map(
    ([kind, words]) => `    ${byAlike[kind as AlikeKind] ?? 0} ${kind}: ${words}`,
  );
  return [
    `${schedules} schedules, ${movements} payments, ${refunds} refunds; of these ${invisible} were not reported`,
    `  received: ${euros(cents.paid)} paid, ${euros(cents.reported)} reported, ${euros(cents.recorded)} on record`,
    `  returned: ${euros(cents.returned)} paid back, ${euros(cents.returnsReported)} reported, ` +
      `${euros(cents.returnsRecorded)} on record`,
    `  statuses: ${listed(byStatus)}`,
    `  exceptions: ${listed(byException)}`,
    '  schedules with histories that the reports of a bank cannot distinguish (docs/money.md):',
    ...alike,
  ].join('\n');
}

/** A failure as text: how to repeat it, the schedule, and the compared values. */
export function failureText({ seed, index, problems, words }: Failure): string {
  const replay = `SCHEDULES=1 SEED=${seed} FROM=${index}`;
  return [
    `Schedule ${index} of seed ${seed} (${replay}), shortened:`,
    words,
    ...problems.map((each) => `  WRONG: ${each}`),
  ].join('\n');
}
