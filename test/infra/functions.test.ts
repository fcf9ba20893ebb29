import { describe, expect, test } from 'vitest';
import { devAndProd, functionNamesById, idOf, type Resource, type Templates } from './templates.ts';

const STAGES = devAndProd();

// Variables hold names and addresses, never secrets.
const VARIABLES =
  /^([A-Z_]*(TABLE|QUEUE_URL|SECRET_ID)|TABLE_NAME|BANK_ACCOUNTS|(WITHIN|OVER)_LIMIT_KEY|DEFAULT_BANK_ACCOUNT|(SENDER|ALARM)_EMAIL|PAGE_URL)$/;
const BANK_ACCOUNT_KEYS = [
  'name',
  'provider',
  'baseUrl',
  'secretId',
  'minimumCents',
  'MBWAY',
  'REFERENCE',
  'referenceDays',
];

/** The functions of all stacks, each with the resources of its stack. */
function functionsOf(
  templates: Templates,
): { name: string; properties: Resource['properties']; id: string; beside: Resource[] }[] {
  const parts = (['service', 'simulator', 'dashboard'] as const).filter((part) => templates.has(part));
  return parts.flatMap((part) => {
    const beside = templates.resources(part);
    const byId = new Map(beside.map((resource) => [resource.id, resource.properties]));
    return [...functionNamesById(beside, templates.stage)].map(([id, name]) => ({
      id,
      name,
      beside,
      properties: byId.get(id) ?? {},
    }));
  });
}

describe.each(STAGES)('every function of stage %s', (_stage, templates) => {
  const functions = functionsOf(templates);

  test('is deployed', () => {
    expect(functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payments-init', 'payments-sweep', 'webhooks-deliver', 'gateway-authorize']),
    );
  });

  test('runs on arm64 and Node 24', () => {
    for (const { name, properties } of functions)
      expect(properties, name).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x' });
  });

  test('has its own role', () => {
    const roles = functions.map(({ properties }) => idOf(properties.Role));
    expect(new Set(roles).size).toBe(functions.length);
    expect(roles).not.toContain(undefined);
  });

  test('has an alarm on its lines at level ERROR, the dashboard’s on answers of 500; its description says what fails', () => {
    for (const { name, beside, properties } of functions) {
      const alarm = alarmOf(templates, beside, logGroupOf(properties));
      expect(properties.Description, name).toMatch(/^Fails: \w+ .*[.)]$/);
      if (name.startsWith('dashboard-')) expect(alarm, name).toBeUndefined();
      else expect(alarm?.properties.AlarmActions, name).toHaveLength(1);
    }
    const ofPage = templates.resources('dashboard', 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
    expect(ofPage.map(({ MetricName }) => MetricName)).toEqual(['5XXError']);
  });

  test('has only names and addresses in its environment, and no secret', () => {
    for (const { name, properties } of functions) {
      const { Variables: variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
      for (const [variable, value] of Object.entries(variables)) {
        expect(variable, name).toMatch(VARIABLES);
        expect(JSON.stringify(value), `${name} ${variable}`).not.toContain('{{resolve:');
      }
      const keys = [...JSON.stringify(variables.BANK_ACCOUNTS ?? '').matchAll(/\\"([A-Za-z]+)\\":/g)].map(
        ([, key]) => key,
      );
      expect(
        keys.filter((key) => !BANK_ACCOUNT_KEYS.includes(String(key))),
        name,
      ).toEqual([]);
    }
  });
});

function logGroupOf(properties: Resource['properties']): string | undefined {
  return idOf((properties.LoggingConfig as { LogGroup?: unknown } | undefined)?.LogGroup);
}

/** The alarm on the lines at level ERROR of a function's log. */
function alarmOf(
  templates: Templates,
  beside: readonly Resource[],
  logGroupId: string | undefined,
): Resource | undefined {
  const counted = beside
    .filter(
      ({ type, properties }) => type === 'AWS::Logs::MetricFilter' && idOf(properties.LogGroupName) === logGroupId,
    )
    .filter(({ properties }) => String(properties.FilterPattern).includes('ERROR'))
    .flatMap(({ properties }) =>
      (properties.MetricTransformations as { MetricName: string }[]).map(({ MetricName }) => MetricName),
    );
  const alarms = (['service', 'simulator'] as const)
    .filter((part) => templates.has(part))
    .flatMap((part) => templates.resources(part, 'AWS::CloudWatch::Alarm'));
  return alarms.find(({ properties: { MetricName } }) => MetricName !== undefined && MetricName === counted[0]);
}
