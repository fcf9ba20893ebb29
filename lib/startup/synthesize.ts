import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The assembly of the local service. Not `cdk.out`, which a `cdk deploy` of another stage may be writing. */
export const LOCAL_ASSEMBLY_DIR = join(ROOT, '.cache', 'assembly');
const KEY_FILE = join(ROOT, '.cache', 'assembly.key');

// The files that templates, bundles and the page with its documents depend on.
const SOURCES = [
  'cdk.json',
  'package-lock.json',
  'bin/payment-service.ts',
  'lib/{bundling,constructs,docs,stacks}/**/*.{ts,js}',
  'lib/startup/synthesize.ts',
  'functions/**/*.ts',
  'dashboard/**/*.*',
  'docs/**/*.*',
];

/** Whether the local assembly was made from the current sources. */
export function isSynthesized(): boolean {
  return (
    existsSync(join(LOCAL_ASSEMBLY_DIR, 'manifest.json')) &&
    existsSync(KEY_FILE) &&
    readFileSync(KEY_FILE, 'utf8') === sourcesKey()
  );
}

/** Runs the CDK app as `cdk synth` does, with the context of `cdk.json`. Throws with the app's output when it fails. */
export async function synthesize(): Promise<void> {
  const key = sourcesKey();
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: Context };
  const app = spawn(process.execPath, ['bin/payment-service.ts'], {
    cwd: ROOT,
    env: { ...process.env, CDK_OUTDIR: LOCAL_ASSEMBLY_DIR, CDK_CONTEXT_JSON: JSON.stringify(localContext(context)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const status = await new Promise<number | null>((resolve, reject) =>
    app.once('error', reject).once('close', resolve),
  );
  if (status !== 0) throw new Error(`the CDK app could not be synthesized:\n${output.trim()}${diskHint(output)}`);
  mkdirSync(dirname(KEY_FILE), { recursive: true });
  writeFileSync(KEY_FILE, key);
}

interface Context {
  stages: Record<string, object>;
  [name: string]: unknown;
}

const WITHOUT_DOMAINS = { apiDomain: undefined, dashboardDomain: undefined };

/**
 * The context without the stages' own domains: their addresses are not those of the local service. With a sender, whose
 * mails the host writes as files.
 */
export function localContext({ stages, ...context }: Context): Context {
  const local = ([name, settings]: [string, object]) => [
    name,
    { senderEmail: 'mail@demo.example', alarmEmail: 'alarms@demo.example', ...settings, ...WITHOUT_DOMAINS },
  ];
  return { ...context, stages: Object.fromEntries(Object.entries(stages).map(local)) };
}

/** A write to a full disk names no path. */
function diskHint(output: string): string {
  return /ENOSPC|EDQUOT/.test(output) ? `\nThe disk of ${join(ROOT, '.cache')} or of ${tmpdir()} is full.` : '';
}

function sourcesKey(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
