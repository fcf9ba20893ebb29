import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_ASSEMBLY_DIR, localContext } from '../../lib/startup/synthesize.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

// For a run of the command line, which bundles every function and builds the page.
const MAX_SYNTH_MS = 300_000;

const NO_METADATA = ['--no-path-metadata', '--no-asset-metadata', '--no-version-reporting'];

/** Copies the sources, so that bundles in use by other tests stay untouched. */
function checkout(dir: string): void {
  mkdirSync(dir, { recursive: true });
  for (const path of [
    'bin',
    'lib',
    'functions',
    'dashboard',
    'docs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, path), join(dir, path), { recursive: true });
  // The settings of the local assembly, with which it is compared.
  const { context, ...settings } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
  writeFileSync(join(dir, 'cdk.json'), JSON.stringify({ ...settings, context: localContext(context) }));
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  // The page, which takes longest and is not built again from the same sources.
  for (const path of ['dashboard', 'dashboard.key.json'])
    cpSync(join(ROOT, '.cache', path), join(dir, '.cache', path), { recursive: true });
}

/**
 * Runs `cdk synth` without network (every proxy is unreachable) and without credentials. Omits the metadata that only
 * the command line adds, so that the output can be compared with the local assembly.
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

/** Templates and asset manifests by file name. */
function outputOf(outDir: string): Record<string, string> {
  const files = globSync('*.{template,assets}.json', { cwd: outDir }).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(outDir, file), 'utf8')]));
}

describe('`cdk synth`', () => {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-cdk-'));
  const copy = join(dir, 'copy');
  const outDir = join(dir, 'out');
  let output = '';
  beforeAll(async () => {
    checkout(copy);
    // Left by an earlier synthesis: a function that no longer exists, and the code of one before a change.
    for (const name of ['payments-removed', 'payments-mbway']) {
      mkdirSync(join(copy, '.cache', 'bundles', name), { recursive: true });
      writeFileSync(join(copy, '.cache', 'bundles', name, 'index.mjs'), '');
    }
    const { stdout, stderr } = await cdkSynth(copy, outDir, 'stage=dev');
    output = stdout + stderr;
  }, MAX_SYNTH_MS);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('works without a network, without credentials and without warnings', () => {
    const expected = /^(Successfully synthesized to|Supply a stack id) .*$/gm;
    expect(output.replace(expected, '').trim()).toBe('');
  });

  test('creates the stacks of the stage', () => {
    expect(Object.keys(outputOf(outDir)).filter((file) => file.includes('template'))).toEqual([
      'payment-service-dev-dashboard.template.json',
      'payment-service-dev-data.template.json',
      'payment-service-dev-service.template.json',
      'payment-service-dev-simulator.template.json',
    ]);
  });

  test('of the same sources in another folder, beside old bundles, gives the same templates and the same code', () => {
    expect(outputOf(outDir)).toEqual(outputOf(LOCAL_ASSEMBLY_DIR));
  });
});
