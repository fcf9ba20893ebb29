import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EventBridgeEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lambda, type Resources, rule, start, temporaryFolder, writeAssembly } from './fixture.ts';

const PROBE = `
import { appendFileSync } from 'node:fs';
let calls = 0;
export const handler = async (event, context) => {
  if (process.env.FILE) appendFileSync(process.env.FILE, JSON.stringify(event) + '\\n');
  const sleepMs = event.sleepMs ?? process.env.SLEEP_MS;
  if (sleepMs) await new Promise((resolve) => setTimeout(resolve, Number(sleepMs)));
  return { calls: ++calls, env: process.env, left: context.getRemainingTimeInMillis(), context: { ...context } };
};`;

interface Probe {
  calls: number;
  env: Record<string, string>;
  left: number;
  context: Record<string, unknown>;
}

test('a function has its variables and context, and its environment is reused', async () => {
  const resources = {
    Probe: lambda('probe', {
      FunctionName: 'probe',
      MemorySize: 256,
      Timeout: 30,
      Environment: { Variables: { OWN: { Ref: 'AWS::Region' } } },
    }),
  };
  const { host } = await start(writeAssembly({ Stack: { resources } }, { probe: PROBE }), {
    environment: { EXTRA: 'x' },
  });
  const first = (await host.invoke('probe', {})) as Probe;
  const second = (await host.invoke('probe', {})) as Probe;
  expect([first.calls, second.calls]).toEqual([1, 2]);
  expect(first.env).toMatchObject({
    OWN: 'eu-west-1',
    EXTRA: 'x',
    AWS_REGION: 'eu-west-1',
    AWS_LAMBDA_FUNCTION_NAME: 'probe',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    _HANDLER: 'index.handler',
    AWS_ENDPOINT_URL_DYNAMODB: host.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: host.endpoints.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: host.endpoints.secretsManager,
  });
  expect(first.env).not.toHaveProperty('PATH');
  expect(first.left).toBeGreaterThan(0);
  expect(first.left).toBeLessThanOrEqual(30_000);
  expect(first.context).toMatchObject({
    functionName: 'probe',
    memoryLimitInMB: '256',
    invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:probe',
  });
  await host.stop();
});

test('concurrent calls have an environment each; calls beyond the maximum wait', async () => {
  const resources = { Probe: lambda('probe', { FunctionName: 'probe', Timeout: 30 }) };
  const { host } = await start(writeAssembly({ Stack: { resources } }, { probe: PROBE }));
  const pair = (await Promise.all([
    host.invoke('probe', { sleepMs: 200 }),
    host.invoke('probe', { sleepMs: 200 }),
  ])) as Probe[];
  expect(pair.map(({ calls }) => calls)).toEqual([1, 1]);
  const many = (await Promise.all(Array.from({ length: 25 }, () => host.invoke('probe', { sleepMs: 20 })))) as Probe[];
  expect(many).toHaveLength(25);
  expect(Math.max(...many.map(({ calls }) => calls))).toBeGreaterThan(1);
  await host.stop();
});

/** Notes the begin and the end of its load. */
const LOADING = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.FILE, '+');
await new Promise((resolve) => setTimeout(resolve, 20));
appendFileSync(process.env.FILE, '-');
export const handler = async () => 'loaded';`;

test('as many environments load at a time as there are processors, so that none exceeds its limit by the others', async () => {
  const functionNames = Array.from({ length: 3 * availableParallelism() }, (_, n) => `loading-${n}`);
  const resources = Object.fromEntries(
    functionNames.map((FunctionName, n) => [`F${n}`, lambda('loading', { FunctionName })]),
  );
  const file = join(temporaryFolder(), 'course');
  const { host } = await start(writeAssembly({ Stack: { resources } }, { loading: LOADING }), {
    environment: { FILE: file },
  });
  const answers = await Promise.all(functionNames.map((name) => host.invoke(name, {})));
  expect(new Set(answers)).toEqual(new Set(['loaded']));
  let loading = 0;
  const numbers = [...readFileSync(file, 'utf8')].map((step) => (loading += step === '+' ? 1 : -1));
  expect(Math.max(...numbers)).toBeLessThanOrEqual(availableParallelism());
  await host.stop();
});

test('a stop waits for the current call', async () => {
  const resources = { Probe: lambda('probe', { FunctionName: 'probe', Timeout: 30 }) };
  const file = join(temporaryFolder(), 'calls');
  const { host, log } = await start(
    writeAssembly({ Stack: { resources: { ...resources, Rule: rule('Probe', '1 minute') } } }, { probe: PROBE }),
    { environment: { FILE: file, SLEEP_MS: '300' } },
  );
  void host.advance(60_000);
  await eventually(() => (readCalls(file).length === 1 ? true : undefined));
  await host.stop();
  expect(readCalls(file)).toHaveLength(1);
  expect(log.filter((entry) => entry.kind === 'host' && entry.level !== 'info')).toEqual([]);
});

test('a schedule calls its function after each interval, with the event of EventBridge', async () => {
  const resources: Resources = {
    Probe: lambda('probe'),
    Rule: rule('Probe', '5 minutes'),
  };
  const file = join(temporaryFolder(), 'calls');
  const { host } = await start(writeAssembly({ Stack: { resources } }, { probe: PROBE }), {
    environment: { FILE: file },
  });
  const startedAtMs = host.nowMs();
  expect((await host.advance(280_000)).calls).toEqual({});
  expect(readCalls(file)).toEqual([]);
  await host.advance(20_000);
  expect(readCalls(file)).toHaveLength(1);
  const { steps } = await host.advance(600_000);
  expect(steps).toHaveLength(2);
  const calls = readCalls(file) as EventBridgeEvent<string, unknown>[];
  expect(calls).toHaveLength(3);
  expect(calls[0]).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    account: '000000000000',
    region: 'eu-west-1',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    detail: {},
  });
  const [first = 0, second, third] = calls.map(({ time }) => Date.parse(time));
  expect(first).toBeGreaterThan(startedAtMs + 280_000);
  expect([second, third]).toEqual([first + 300_000, first + 600_000]);
  expect(calls[0]?.resources).toEqual([expect.stringMatching(/^arn:aws:events:eu-west-1:000000000000:rule\//)]);
  await host.stop();
});

test('a generated secret has its key within the given template', async () => {
  const generate = {
    SecretStringTemplate: '{"current":1}',
    GenerateStringKey: 'key',
    PasswordLength: 40,
    ExcludePunctuation: true,
  };
  const resources: Resources = {
    Generated: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { Name: 'generated', GenerateSecretString: generate },
    },
    Given: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: 'given' } },
  };
  const { host } = await start(writeAssembly({ Stack: { resources } }));
  const value = async (id: string) => {
    const answer = await fetch(host.endpoints.secretsManager, {
      method: 'POST',
      headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId: id }),
    });
    return ((await answer.json()) as { SecretString: string }).SecretString;
  };
  const generated = JSON.parse(await value('generated'));
  expect(generated.current).toBe(1);
  expect(generated.key).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(await value(host.resources.Stack?.Given ?? '')).toBe('given');
  await host.stop();
});

function readCalls(file: string): unknown[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
