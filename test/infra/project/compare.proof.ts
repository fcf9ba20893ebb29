import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** An assembly of stacks, each with one queue by its name. */
function synthesized(outdir: string, stacks: Record<string, string>): string {
  const app = new App({ outdir });
  for (const [id, queueName] of Object.entries(stacks)) new CfnQueue(new Stack(app, id), 'Queue', { queueName });
  app.synth();
  return outdir;
}

test('compares two assemblies without AWS: what is replaced, what is new, what is gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-compare-'));
  try {
    const earlier = synthesized(join(folder, 'earlier'), { Changed: 'first', Gone: 'q' });
    const assembly = synthesized(join(folder, 'assembly'), { Changed: 'second', New: 'q' });
    const path = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`;
    const env = { PATH: path, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' };
    const compare = (...folders: string[]) =>
      execFileSync('bash', ['.github/compare.sh', ...folders], { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' });
    const text = compare(earlier, assembly);
    expect(text).toMatch(/\[~\] AWS::SQS::Queue Queue .*replace[\s\S]*\[-\] first\s+.*\[\+\] second/);
    expect(text).toMatch(/\*\*New is new\.\*\*[\s\S]*\[\+\] AWS::SQS::Queue Queue/);
    expect(text).toContain('**Gone is gone.**');
    // A mistyped folder would make every stack look new.
    expect(() => compare(join(folder, 'missing'), assembly)).toThrow('missing: no such folder');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
