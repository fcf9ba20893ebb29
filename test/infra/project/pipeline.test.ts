import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_ASSEMBLY_DIR } from '../../../lib/startup/synthesize.ts';
import { devTemplates, fullTemplates, idOf } from '../templates.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-service-pipeline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts programs before all others; the environment that finds them. */
function programs(texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
}

describe('a deployment is rolled back by alarms', () => {
  // CloudFormation accepts five rollback triggers (API reference, RollbackConfiguration).
  test.each([
    ['dev', devTemplates()],
    ['prod', fullTemplates()],
  ])('stage %s names at most five, and each pages', (_stage, templates) => {
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

  /**
   * Runs the script on the assembly of `dev`, with an AWS CLI that answers `alarms`, or fails with `stderr`. The CDK
   * lists the stacks itself. A deployment fails as CloudFormation's does when a trigger is missing, and does
   * `atService` then.
   */
  function deploy({
    alarms,
    stderr = '',
    atService = ':',
    assembly = LOCAL_ASSEMBLY_DIR,
  }: Partial<Record<'alarms' | 'stderr' | 'atService' | 'assembly', string>>) {
    if (alarms !== undefined) writeFileSync(join(folder, 'alarms'), alarms);
    const env = programs({
      aws: `echo "$*" > aws.args; [[ ! -e alarms ]] || exec cat alarms; echo '${stderr}' >&2; exit 254`,
      npx: `[[ $2 = deploy ]] || exec '${process.execPath}' '${join(ROOT, 'node_modules/aws-cdk/bin/cdk')}' "\${@:2}"
        echo "$*" >> npx.args
        for arn in $(grep -o 'arn:[^ ]*' <<< "$*"); do grep -qw "$arn" alarms || { echo "$arn is missing" >&2; exit 1; }; done
        if [[ $3 = *-service-dev-service ]]; then ${atService}; fi`,
    });
    const args = [join(ROOT, '.github', 'deploy.sh'), 'dev', assembly];
    const ended = spawnSync('bash', args, { cwd: folder, env, encoding: 'utf8' });
    const called = readdirSync(folder).includes('npx.args') ? readFileSync(join(folder, 'npx.args'), 'utf8') : '';
    return { status: ended.status, stderr: ended.stderr, deployed: called.trim().split('\n').filter(Boolean) };
  }
  const command = (part: string, triggers: string) =>
    `cdk deploy payment-service-dev-${part} --exclusively --app ${LOCAL_ASSEMBLY_DIR} --require-approval never ` +
    `--progress events ${triggers}`;
  const guarded = (...alarms: string[]) =>
    ['--monitoring-time-minutes 10', ...alarms.map((arn) => `--rollback-trigger-alarm-arns ${arn}`)].join(' ');
  const NONE = '--rollback-trigger-alarm-arns none';
  const deployments = (until: string, dashboard: string) => [
    ...['data', 'simulator', 'service'].map((part) => command(part, until)),
    command('dashboard', dashboard),
  ];

  test('the script guards each stack by the alarms that exist, also when the revision renames one and removes one', () => {
    const { status, deployed, stderr } = deploy({
      alarms: 'arn:aws:a arn:aws:b arn:aws:c',
      atService: 'echo arn:aws:a arn:aws:d > alarms',
    });
    const [before, after] = [guarded('arn:aws:a', 'arn:aws:b', 'arn:aws:c'), guarded('arn:aws:a', 'arn:aws:d')];
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(deployed).toEqual(deployments(before, after));
    expect(readFileSync(join(folder, 'aws.args'), 'utf8')).toContain('--stack-name payment-service-dev-service');
  });

  test.each([
    ['before the first deployment', { stderr: 'Stack with id payment-service-dev-service does not exist' }],
    ['over a revision that names none', { alarms: '' }],
    ['after a first deployment that failed', { alarms: 'None' }],
  ])('the script passes none %s, until there are some', (_when, answer) => {
    const { deployed } = deploy({ ...answer, atService: 'echo arn:aws:a > alarms' });
    expect(deployed).toEqual(deployments(NONE, guarded('arn:aws:a')));
  });

  test('the script deploys nothing when it cannot read them', () => {
    const { status, stderr, deployed } = deploy({ stderr: 'An error occurred (AccessDenied)' });
    expect([status, deployed]).toEqual([1, []]);
    expect(stderr).toContain('AccessDenied');
  });

  test.each([
    ['a file', { files: { a: { source: { executable: ['bash', '-c', 'env'] } } } }],
    ['an image', { dockerImages: { a: { source: { directory: 'a' } } } }],
  ])('the script deploys nothing when a program would make %s', (_what, assets) => {
    writeFileSync(join(folder, 'x.assets.json'), JSON.stringify(assets));
    const { status, stderr, deployed } = deploy({ alarms: '', assembly: folder });
    expect([status, deployed]).toEqual([1, []]);
    expect(stderr).toContain('x.assets.json: an asset would be made by a program');
  });

  test('the script deploys no further stack when one fails', () => {
    const { status, deployed } = deploy({ alarms: 'arn:aws:a', atService: 'exit 7' });
    expect([status, deployed]).toEqual([7, deployments(guarded('arn:aws:a'), '').slice(0, 3)]);
  });
});

test('only the newest revision of main is deployed', () => {
  const env = programs({ gh: '[[ $* = "api repos/o/r/git/ref/heads/main --jq .object.sha" ]] && echo 2222222222' });
  const check = (GITHUB_SHA: string) =>
    spawnSync('bash', [join(ROOT, '.github', 'newest.sh')], {
      env: { ...env, GITHUB_SHA, GITHUB_REPOSITORY: 'o/r' },
      encoding: 'utf8',
    });
  expect(check('2222222222')).toMatchObject({ status: 0, stdout: '' });
  const { status, stdout } = check('1111111111');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^::error::11111111 is not the newest revision of main, 22222222: .*run .*revert/);
  programs({ gh: 'exit 4' });
  expect(check('2222222222').status).toBe(4);
});

describe('the comment on a pull request', () => {
  const deployed = () => join(folder, 'deployed');
  const compare = (assembly: string) => {
    const args = [join(ROOT, 'bin', 'diff.ts'), '--assembly', assembly, '--deployed', deployed()];
    return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  };
  const summaries = (stdout: string) =>
    stdout.split('<details>').flatMap((each) => /<summary>(.*)<\/summary>/.exec(each)?.[1] ?? []);

  /** An assembly of one role for each stack, with what else is made in it. */
  function synth(
    name: string,
    actions: Record<string, string[]>,
    more: (stack: Stack) => void = () => {},
    context = {},
  ): string {
    const outdir = join(folder, name, 'assembly');
    const app = new App({ outdir, context });
    for (const [id, allowed] of Object.entries(actions)) {
      const stack = new Stack(app, id);
      const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
      role.addToPolicy(new PolicyStatement({ actions: allowed, resources: ['*'] }));
      more(stack);
    }
    app.synth();
    return outdir;
  }
  function deploy(assembly: string, ...names: string[]) {
    mkdirSync(deployed());
    for (const name of names)
      writeFileSync(join(deployed(), `${name}.json`), readFileSync(join(assembly, `${name}.template.json`)));
  }

  test('marks each stack whose rights are widened', () => {
    const [one, two] = [['sqs:SendMessage'], ['sqs:SendMessage', 'dynamodb:Scan']];
    deploy(synth('before', { same: one, less: two, more: one }), 'same', 'less', 'more');
    const { stdout, stderr } = compare(synth('after', { same: one, less: one, more: two, fresh: one }));
    expect(stdout.split('<details>')[0], stderr).toBe(
      '### assembly\n\n- same: no difference\n- less: of lost state and changed access, none found\n' +
        '- more: ⚠️ **access may change** (1)\n- fresh: ⚠️ **new: read all of it**\n\n',
    );
    expect(summaries(stdout)).toEqual([
      'What is marked',
      'less: all differences',
      'more: all differences',
      'fresh: all differences',
    ]);
    expect(stdout.split('<details>')[1]).toMatch(/^more: \+ \w+ Allow dynamodb:Scan "\*"$/m);
  });

  test('marks what loses its state', () => {
    const table = (id: string, key: string) => (stack: Stack) => {
      const partitionKey = { name: key, type: AttributeType.STRING };
      new Table(stack, id, { partitionKey, removalPolicy: RemovalPolicy.RETAIN });
      new Table(stack, 'Both', { partitionKey });
      if (id === 'Old') new Queue(stack, 'Queue', { removalPolicy: RemovalPolicy.DESTROY });
    };
    deploy(synth('before', { Data: ['s:A'] }, table('Old', 'a')), 'Data');
    const { stdout } = compare(synth('after', { Data: ['s:A'] }, table('New', 'b')));
    expect(stdout).toMatch(/^- Data: ⚠️ \*\*state is lost\*\* \(3\), \*\*access may change\*\* \(\d+\)$/m);
    expect(stdout.match(/^Data: - a .*$/gm)?.map((line) => line.replace(/\w{8}$/, ''))).toEqual([
      'Data: - a table, its items stay behind: Old',
      'Data: - a queue, its messages are deleted: Queue',
      'Data: - a table, its items do not go to the new one: Both',
    ]);
  });

  test.each([
    ['shows all marks, however much is listed', 200, 0],
    ['fails when marks do not fit, and counts the others', 700, 1],
  ])('%s', (_what, count, failure) => {
    deploy(synth('before', { Wide: ['s:A'] }), 'Wide');
    const actions = Array.from({ length: count }, (_, number) => `s:Action${number}`);
    const padding = (stack: Stack) => {
      for (const name of 'abcdefgh') new Topic(stack, name, { displayName: 'x'.repeat(100) });
    };
    const { stdout, status } = compare(synth('after', { Wide: actions }, padding));
    const shown = stdout.match(/^Wide: \+ \w+ Allow s:Action\d+ "\*"$/gm)?.length ?? 0;
    const hidden = Number(/^❌ \*\*(\d+) marks are not shown/m.exec(stdout)?.[1] ?? 0);
    const [, marks] = /access may change\*\* \((\d+)\)/.exec(stdout) ?? [];
    expect({ status, isHidden: hidden > 0, marks }).toEqual({
      status: failure,
      isHidden: failure > 0,
      marks: `${count + 8}`,
    });
    if (failure === 0) expect(shown).toBe(count);
    else expect(shown + hidden).toBeGreaterThanOrEqual(count);
    expect(stdout.length).toBeLessThan(65_536 / 2);
  });

  test('joins the marks that differ in their role only', () => {
    const roles = (stack: Stack) => {
      for (const name of ['One', 'Two']) {
        const role = new Role(stack, name, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
        if (stack.node.root.node.tryGetContext('wide')) role.addToPolicy(scan());
      }
    };
    const scan = () => new PolicyStatement({ actions: ['dynamodb:Scan'], resources: ['*'] });
    deploy(synth('before', { Wide: ['s:A'] }, roles), 'Wide');
    const { stdout } = compare(synth('after', { Wide: ['s:A'] }, roles, { wide: true }));
    expect(stdout).toMatch(/^Wide: \+ One\w+, Two\w+ Allow dynamodb:Scan "\*"$/m);
  });
});

test('nothing in an assembly makes the comment say less than what is deployed', () => {
  const assembly = join(folder, 'assembly');
  const app = new App({ outdir: assembly });
  const assumedBy = new ServicePrincipal('lambda.amazonaws.com');
  const description = '✨  Number of stacks with differences: 0';
  const role = new Role(new Stack(app, 'Wide'), 'Role', { assumedBy, description });
  role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:Scan'], resources: ['*'] }));
  app.synth();
  const [template, manifest] = ['Wide.template.json', 'manifest.json'].map((name) =>
    readFileSync(join(assembly, name), 'utf8'),
  ) as [string, string];
  const before = JSON.parse(template.replace(description, 'a role'));
  before.Resources = Object.fromEntries(Object.entries(before.Resources).slice(0, 1));
  // The manifest names another file than the stack's own.
  writeFileSync(join(assembly, 'other.json'), template);
  for (const file of [join(folder, 'Wide.json'), join(assembly, 'Wide.template.json')])
    writeFileSync(file, JSON.stringify(before));
  const compare = (from: string, to: string) => {
    writeFileSync(join(assembly, 'manifest.json'), manifest.replaceAll(from, to));
    const args = [join(ROOT, 'bin', 'diff.ts'), '--assembly', assembly, '--deployed', folder];
    return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  };
  expect(compare('Wide.template.json', 'other.json').stdout).toContain('- Wide: ⚠️ **access may change** (1)\n');
  for (const [from, to, error] of [
    ['"Wide":', '"Wide <!--":', 'Wide <!--: not the name of a stack'],
    ['"aws:cloudformation:stack"', '"cdk:cloud-assembly"', 'Wide: the stacks of an inner assembly are not compared'],
  ] as const)
    expect(compare(from, to)).toMatchObject({ status: 1, stdout: '', stderr: `${error}\n` });
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
  expect(check('a-base-that-is-not-there').status).toBe(128);
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
