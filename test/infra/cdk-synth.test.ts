import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_ASSEMBLY_DIR } from '../../lib/startup/synthesize.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

// A run of the command line that bundles every function and builds the page.
const LIMIT_MS = 300_000;

const NO_METADATA = ['--no-path-metadata', '--no-asset-metadata', '--no-version-reporting'];

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

/**
 * `cdk synth` by its command line with no way out: every proxy leads nowhere, and there are no credentials. Without the
 * metadata that only the command line adds, so that what it makes can be compared with the local assembly.
 */
async function cdkSynth(
  dir: string,
  outDir: string,
  ...context: string[]
): Promise<{ stdout: string; stderr: string }> {
  const nowhere = 'http://127.0.0.1:9';
  const cdk = join(ROOT, 'node_modules', '.bin', 'cdk');
  return run(cdk, ['synth', '--quiet', ...NO_METADATA, '-o', outDir, ...context.flatMap((pair) => ['-c', pair])], {
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
  const copy = join(dir, 'copy');
  const outDir = join(dir, 'out');
  let said = '';
  beforeAll(async () => {
    checkout(copy);
    const { stdout, stderr } = await cdkSynth(copy, outDir, 'stage=dev');
    said = stdout + stderr;
  }, LIMIT_MS);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('works without a network and without credentials, and has nothing to warn of', () => {
    const told = /^(Successfully synthesized to|Supply a stack id) .*$/gm;
    expect(said.replace(told, '').trim()).toBe('');
  });

  test('makes the stacks of the stage', () => {
    expect(Object.keys(outputOf(outDir)).filter((file) => file.includes('template'))).toEqual([
      'payment-service-dev-dashboard.template.json',
      'payment-service-dev-data.template.json',
      'payment-service-dev-service.template.json',
      'payment-service-dev-simulator.template.json',
    ]);
  });

  test('of the same sources gives the same templates and the same code, wherever they lie', () => {
    expect(outputOf(outDir)).toEqual(outputOf(LOCAL_ASSEMBLY_DIR));
  });

  test(
    'of an unknown stage fails and names the known ones',
    async () => {
      const failing = cdkSynth(copy, join(dir, 'unknown'), 'stage=porduction');
      await expect(failing).rejects.toThrow(/"porduction" is not one of dev, prod/);
    },
    LIMIT_MS,
  );
});
