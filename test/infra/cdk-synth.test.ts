import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

// Two runs of the command line, each bundling every function and building the page.
const LIMIT_MS = 300_000;

/** What is needed to synthesize, copied, so that bundles others are using at the same time are left alone. */
function checkout(dir: string): void {
  mkdirSync(dir, { recursive: true });
  for (const path of [
    'bin',
    'lib',
    'functions',
    'dashboard',
    'cdk.json',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, path), join(dir, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
}

/** `cdk synth` by its command line with no way out: every proxy leads nowhere, and there are no credentials. */
async function cdkSynth(
  dir: string,
  outDir: string,
  ...context: string[]
): Promise<{ stdout: string; stderr: string }> {
  const nowhere = 'http://127.0.0.1:9';
  const cdk = join(ROOT, 'node_modules', '.bin', 'cdk');
  return run(cdk, ['synth', '--quiet', '-o', outDir, ...context.flatMap((pair) => ['-c', pair])], {
    cwd: dir,
    env: {
      PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
      HOME: dir,
      HTTPS_PROXY: nowhere,
      HTTP_PROXY: nowhere,
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });
}

/** Contents by file name: templates, and which assets they come with. */
function outputOf(outDir: string): Record<string, string> {
  const files = globSync('*.{template,assets}.json', { cwd: outDir }).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(outDir, file), 'utf8')]));
}

describe('`cdk synth`', () => {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-cdk-'));
  const said: string[] = [];
  beforeAll(async () => {
    const copies = ['first', 'second'];
    for (const copy of copies) checkout(join(dir, copy));
    for (const copy of copies) {
      const { stdout, stderr } = await cdkSynth(join(dir, copy), join(dir, `${copy}.out`), 'stage=dev');
      said.push(stdout + stderr);
    }
  }, LIMIT_MS);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('works without a network and without credentials, and has nothing to warn of', () => {
    const told = /^(Successfully synthesized to|Supply a stack id) .*$/gm;
    expect(said.map((text) => text.replace(told, '').trim())).toEqual(['', '']);
  });

  test('makes the stacks of the stage', () => {
    expect(Object.keys(outputOf(join(dir, 'first.out'))).filter((file) => file.includes('template'))).toEqual([
      'payment-service-dev-dashboard.template.json',
      'payment-service-dev-data.template.json',
      'payment-service-dev-service.template.json',
      'payment-service-dev-simulator.template.json',
    ]);
  });

  test('of the same sources gives the same templates and the same code, wherever they lie', () => {
    expect(outputOf(join(dir, 'second.out'))).toEqual(outputOf(join(dir, 'first.out')));
  });

  test(
    'of an unknown stage fails and names the known ones',
    async () => {
      const failing = cdkSynth(join(dir, 'first'), join(dir, 'unknown.out'), 'stage=porduction');
      await expect(failing).rejects.toThrow(/"porduction" is not one of dev, prod/);
    },
    LIMIT_MS,
  );
});
