import { describe, expect, test } from 'vitest';
import { devAndProd, functionNamesById, idOf, type Resource, type Templates } from './templates.ts';

const STAGES = devAndProd();

// Variables hold names and addresses, never secrets.
const VARIABLES =
  /^([A-Z_]*(TABLE|QUEUE_URL|SECRET_ID)|TABLE_NAME|BANK_ACCOUNTS|(WITHIN|OVER)_LIMIT_KEY|DEFAULT_BANK_ACCOUNT)$/;
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

  test('has an alarm that describes the impact of its failure and sends a notification', () => {
    for (const { name, id, beside, properties } of functions) {
      const alarm = alarmOf(templates, beside, id, logGroupOf(properties));
      const [, sentence = 'none'] = /^Fails: (.*)$/.exec(String(properties.Description)) ?? [];
      expect(sentence, name).toMatch(/\w+ .*[.)]$/);
      const named = name.startsWith('dashboard-') ? 'see errors on the dashboard' : sentence;
      expect(alarm?.properties.AlarmDescription, name).toContain(named);
      expect(alarm?.properties.AlarmActions, name).toHaveLength(1);
    }
  });

  test('without a waiting caller has an alarm on failed invocations; the API has one for the others', () => {
    for (const { name, id, beside, properties } of functions) {
      const invoked = beside.filter(
        ({ type, properties: { FunctionName, Principal } }) =>
          (type === 'AWS::Lambda::EventSourceMapping' && idOf(FunctionName) === id) ||
          (type === 'AWS::Lambda::Permission' && idOf(FunctionName) === id && Principal === 'events.amazonaws.com'),
      );
      const own = beside.filter(
        (each) => each.type === 'AWS::CloudWatch::Alarm' && JSON.stringify(each.properties).includes(`"Ref":"${id}"`),
      );
      const failed = own.filter(({ properties: alarm }) => alarm.MetricName === 'Errors');
      expect(failed, name).toHaveLength(invoked.length > 0 ? 1 : 0);
      const { Description } = properties;
      for (const { properties: alarm } of failed) expect(`Fails: ${alarm.AlarmDescription}`, name).toBe(Description);
    }
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

/** The alarm on the lines at level ERROR of a function's log, which may be in another stack. */
function alarmOf(
  templates: Templates,
  beside: readonly Resource[],
  functionId: string,
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
  expect(counted, functionId).toHaveLength(1);
  const alarms = (['service', 'simulator', 'dashboard'] as const)
    .filter((part) => templates.has(part))
    .flatMap((part) => templates.resources(part, 'AWS::CloudWatch::Alarm'));
  return alarms.find(({ properties: { MetricName } }) => MetricName === counted[0]);
}
