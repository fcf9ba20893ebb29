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

test('compares two assemblies without AWS: what is replaced, and what is gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-compare-'));
  try {
    const earlier = synthesized(join(folder, 'earlier'), { Changed: 'first', Gone: 'q' });
    const assembly = synthesized(join(folder, 'assembly'), { Changed: 'second' });
    const path = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`;
    const env = { PATH: path, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' };
    const text = execFileSync('bash', ['.github/compare.sh', earlier, assembly], { cwd: ROOT, env, encoding: 'utf8' });
    expect(text).toMatch(/\[~\] AWS::SQS::Queue Queue .*replace[\s\S]*\[-\] first\s+.*\[\+\] second/);
    expect(text).toContain('**Gone is gone.**');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
