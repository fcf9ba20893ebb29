import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { devTemplates, fullTemplates, idOf } from '../templates.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-service-pipeline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a deployment is rolled back by alarms', () => {
  // CloudFormation accepts five rollback triggers (API reference, RollbackConfiguration).
  test.each([
    ['dev', devTemplates],
    ['prod', fullTemplates],
  ])('stage %s names at most five, and each pages', (_stage, made) => {
    const templates = made();
    const { 'Fn::Join': [, parts] = [] } = templates.output('service', 'RollbackAlarms') as {
      'Fn::Join': [string, unknown[]];
    };
    const named = (parts as unknown[]).filter((part) => part !== ' ').map((part) => idOf(part));
    const alarms = templates.resources('service', 'AWS::CloudWatch::Alarm').filter(({ id }) => named.includes(id));
    expect(alarms.map(({ id }) => id).sort()).toEqual(named.toSorted());
    expect(named.map((id) => id?.replace(/Alarm?[0-9A-F]{8}$|[0-9A-F]{8}$/, '')).sort()).toEqual([
      'AlarmsErrorspage',
      'BankingSweep',
      'DeliveryDeliver',
      'DeliveryRelay',
      'ServerErrors',
    ]);
    for (const { id, properties } of alarms)
      expect(JSON.stringify(properties.AlarmActions), id).toContain('AlarmsPage');
  });

  /** Runs the script with an AWS CLI that answers `stdout` or fails with `stderr`; the arguments of `npx`. */
  function deploy({ stdout = '', stderr }: { stdout?: string; stderr?: string }) {
    const program = (name: string, text: string) => {
      writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    program('aws', stderr === undefined ? `echo "$*" > aws.args; echo '${stdout}'` : `echo '${stderr}' >&2; exit 254`);
    program('npx', `printf '%s\\n' "$@" > npx.args`);
    const script = join(ROOT, '.github', 'deploy.sh');
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const ended = spawnSync('bash', [script, 'prod', 'assembly'], { cwd: folder, env, encoding: 'utf8' });
    const args = readdirSync(folder).includes('npx.args') ? readFileSync(join(folder, 'npx.args'), 'utf8') : '';
    return { status: ended.status, stderr: ended.stderr, args: args.trim().split('\n') };
  }
  const COMMAND = [
    'cdk',
    'deploy',
    '--all',
    '--app',
    'assembly',
    '--require-approval',
    'never',
    '--progress',
    'events',
  ];

  test('the script passes those of the deployed revision, one by one', () => {
    const { status, args } = deploy({ stdout: 'arn:aws:a arn:aws:b' });
    const alarms = ['arn:aws:a', 'arn:aws:b'].flatMap((arn) => ['--rollback-trigger-alarm-arns', arn]);
    expect([status, args]).toEqual([0, [...COMMAND, '--monitoring-time-minutes', '10', ...alarms]]);
    expect(readFileSync(join(folder, 'aws.args'), 'utf8')).toContain('--stack-name payment-service-prod-service');
  });

  test.each([
    ['before the first deployment', { stderr: 'Stack with id payment-service-prod-service does not exist' }],
    ['over a revision that names none', { stdout: '' }],
    ['after a first deployment that failed', { stdout: 'None' }],
  ])('the script passes none %s', (_when, answer) => {
    expect(deploy(answer).args).toEqual([...COMMAND, '--rollback-trigger-alarm-arns', 'none']);
  });

  test('the script deploys nothing when it cannot read them', () => {
    const { status, stderr, args } = deploy({ stderr: 'An error occurred (AccessDenied)' });
    expect([status, args]).toEqual([1, ['']]);
    expect(stderr).toContain('AccessDenied');
  });
});

test('the comment on a pull request marks each stack whose rights are widened', () => {
  const synth = (actions: Record<string, string[]>) => {
    const outdir = join(folder, JSON.stringify(actions).length.toString(), 'assembly');
    const app = new App({ outdir });
    for (const [name, allowed] of Object.entries(actions)) {
      const role = new Role(new Stack(app, name), 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
      role.addToPolicy(new PolicyStatement({ actions: allowed, resources: ['*'] }));
    }
    app.synth();
    return outdir;
  };
  const deployed = join(folder, 'deployed');
  mkdirSync(deployed);
  const before = synth({
    same: ['sqs:SendMessage'],
    less: ['sqs:SendMessage', 'sqs:DeleteMessage'],
    more: ['sqs:SendMessage'],
  });
  for (const name of ['same', 'less', 'more'])
    writeFileSync(join(deployed, `${name}.json`), readFileSync(join(before, `${name}.template.json`)));
  const after = synth({
    same: ['sqs:SendMessage'],
    less: ['sqs:SendMessage'],
    more: ['sqs:SendMessage', 'dynamodb:Scan'],
  });
  const args = [join(ROOT, 'bin', 'diff.ts'), '--assembly', after, '--deployed', deployed];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const [marks, ...listings] = stdout.split('<details>');
  expect(marks, stderr).toBe(
    '### assembly\n\n- same: no difference\n- less: no right is widened\n- more: ⚠️ **rights are widened** (1)\n\n\n',
  );
  expect(listings.map((each) => /<summary>(.*)<\/summary>/.exec(each)?.[1])).toEqual([
    'less: all differences',
    'more: widened rights',
    'more: all differences',
  ]);
  expect(listings[1]).toContain('Allow dynamodb:Scan "*"');
});

test('the script names each commit whose message has not the form of contributing.md', () => {
  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' };
    return spawnSync('git', [...author, ...args], { cwd: folder, env, encoding: 'utf8' });
  };
  const commit = (message: string) => git('commit', '--allow-empty', '--quiet', '--message', message);
  const check = (base: string) =>
    spawnSync('bash', [join(ROOT, '.github', 'commits.sh'), base, 'HEAD'], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  commit('What is null has no format');
  commit('reconcile: refuse cells beyond the head\n\nThey were read as those of the next line.');
  commit('test/bank: play each bank once\n\nThere were three.');
  expect(check('HEAD~2')).toMatchObject({ status: 0, stderr: '' });
  commit('Refuse cells\n\nBecause.');
  commit('reconcile: Refused cells.\n\nBecause.');
  commit('reconcile: refuse cells');
  const { status, stderr } = check('HEAD~5');
  expect(status).toBe(1);
  expect(
    stderr
      .replace(/^\w{8} /gm, '')
      .trim()
      .split('\n'),
  ).toEqual([
    '"Refuse cells": the subject must be "module: imperative sentence"',
    '"reconcile: Refused cells.": the subject must be "module: imperative sentence"',
    '"reconcile: Refused cells.": the subject must not end with a full stop',
    '"reconcile: refuse cells": the body must say why',
  ]);
});
