import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { devTemplates, synthesized, type Templates } from '../templates.ts';
import { idleCost } from './idle-cost.ts';

const FIGURES = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'figures.md'), 'utf8');

const STAGES: [string, Templates, number][] = [
  ['dev', devTemplates(), 8],
  ['prod', synthesized('prod'), 6],
];

describe.each(STAGES)('stage %s, in a month without payments', (stage, templates, budgetUsd) => {
  const cost = idleCost(templates);

  test('stays within its budget', () => {
    expect(cost.totalUsd).toBeLessThanOrEqual(budgetUsd);
  });

  test('costs what the documented figures show', () => {
    const usd = (value: number) => value.toFixed(2);
    const { alarmMetrics, alarmsUsd, secretsUsd, pollingUsd, sweepUsd, totalUsd } = cost;
    const columns = [alarmMetrics, ...[alarmsUsd, secretsUsd, pollingUsd, sweepUsd].map(usd), `**${usd(totalUsd)}**`];
    expect(FIGURES).toContain(`| ${stage} | ${columns.join(' | ')} |`);
  });
});
