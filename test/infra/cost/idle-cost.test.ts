import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { devTemplates, synthesized, type Templates } from '../templates.ts';
import { idleCost } from './idle-cost.ts';

const FIGURES = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'figures.md'), 'utf8');

const STAGES: [string, Templates, number][] = [
  ['dev', devTemplates(), 8],
  ['prod', synthesized('prod'), 5],
];

describe.each(STAGES)('stage %s, in a month without payments', (stage, templates, budgetUsd) => {
  const cost = idleCost(templates);

  test('costs less than its budget', () => {
    expect(cost.totalUsd).toBeLessThan(budgetUsd);
  });

  test('costs what the documented figures show', () => {
    const usd = (value: number) => value.toFixed(2);
    const { alarmMetrics, alarmsUsd, secretsUsd, pollingUsd, schedulesUsd, logsUsd, totalUsd } = cost;
    const amounts = [alarmsUsd, secretsUsd, pollingUsd, schedulesUsd, logsUsd].map(usd);
    expect(FIGURES).toContain(`| ${stage} | ${[alarmMetrics, ...amounts, `**${usd(totalUsd)}**`].join(' | ')} |`);
  });

  test('has nothing else that costs by the month', () => {
    expect(cost.othersUsd).toBe(0);
  });
});
