import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
// Each stack is compared by a process of the CDK's command line.
const MAX_COMPARISON_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'payment-service-diff-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const role = (...Action: string[]) => ({
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: '*' }] },
      PolicyName: 'policy',
      Roles: ['role'],
    },
  },
});
const table = (id: string) => ({
  [id]: { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'Retain', Properties: { BillingMode: 'PAY_PER_REQUEST' } },
});

/** What the CDK writes, as little of it as it reads. */
function assembly(stacks: Record<string, object>): string {
  const dir = join(folder, 'assembly');
  mkdirSync(dir, { recursive: true });
  const artifacts: Record<string, object> = {};
  for (const [name, Resources] of Object.entries(stacks)) {
    const templateFile = `${name.replaceAll(' ', '')}.template.json`;
    writeFileSync(join(dir, templateFile), JSON.stringify({ Resources }));
    const environment = 'aws://unknown-account/unknown-region';
    artifacts[name] = { type: 'aws:cloudformation:stack', environment, properties: { templateFile } };
  }
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ version: '36.0.0', artifacts }));
  return dir;
}

function compare(stacks: Record<string, object>) {
  const args = [join(ROOT, 'bin', 'diff.ts'), '--assembly', assembly(stacks), '--deployed', join(folder, 'deployed')];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
}

test(
  'the comparison of a deployment marks what may change access, what loses its state, and what is new',
  () => {
    mkdirSync(join(folder, 'deployed'));
    const before = { Resources: { ...role('s:A'), ...table('Old') } };
    writeFileSync(join(folder, 'deployed', 'more.json'), JSON.stringify(before));
    const { stdout, stderr, status } = compare({
      more: { ...role('s:A', 's:B'), ...table('New') },
      fresh: role('s:A'),
    });
    const [summary] = stdout.split('<details>');
    expect(summary, stderr).toMatch(/^- more: ⚠️ \*\*state is lost\*\* \(1\), \*\*access may change\*\* \(\d+\)$/m);
    expect(summary).toMatch(/^- fresh: ⚠️ \*\*new: read all of it\*\*$/m);
    expect(stdout).toMatch(/^more: \+ \S+ Allow s:B "\*"$/m);
    expect(stdout).toMatch(/^more: - a table, its items stay behind: Old$/m);
    expect(status).toBe(0);
  },
  MAX_COMPARISON_MS,
);

test('a name that would be read as part of the comment is refused', () => {
  expect(compare({ 'wide <!--': role('s:A') })).toMatchObject({
    ...{ status: 1, stdout: '', stderr: 'wide <!--: not the name of a stack\n' },
  });
});
