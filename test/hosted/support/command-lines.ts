import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import type { HostFacts } from './host-clients.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The facts that `npm start` writes for scripts. */
export interface ServiceFile {
  baseUrl: string;
  apiKey: string;
  merchantId: string;
  webhookSecret: string;
  simulatorUrl: string;
}

interface StartedHost {
  port: number;
  child: ChildProcess;
  /** The facts that the operator's commands read. */
  hostFile: HostFacts;
  /** Resolves when the process has ended. */
  ended: Promise<Ended>;
}

export interface Started extends StartedHost {
  serviceFile: ServiceFile;
}

/** The end of the output of a start. */
const STARTED = 'Ctrl-C stops it';

/** A folder instead of a checkout: the service stores its data in its `.local`. */
export function ownFolder(): string {
  return mkdtempSync(join(tmpdir(), 'payment-service-start-'));
}

/** Runs one of the commands in `bin/` as the npm scripts do, with the data of `folder`. */
export function run(folder: string, script: string, args: string[] = [], port = 0, env = {}): Promise<Ended> {
  return begin(folder, script, args, port, env).ended;
}

/** Runs a command of `bin/` by its name, with its arguments. */
export type CommandShell = (command: string, ...args: string[]) => Promise<Ended>;

/** Runs commands in turn with the data of `folder`, in one process, which costs less than one for each. */
export function commandShell(folder: string): { shell: CommandShell; close(): Promise<Ended> } {
  const { child, ended } = begin(folder, 'test/hosted/support/command-shell.ts', [], 0, {});
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let latest: Promise<unknown> = Promise.resolve();
  const shell: CommandShell = (command, ...args) => {
    const answer = latest.then(async () => {
      child.stdin.write(`${JSON.stringify([`bin/${command}.ts`, ...args])}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`the commands ended at ${command}:\n${(await ended).stderr}`);
      return JSON.parse(value) as Ended;
    });
    latest = answer.catch(() => undefined);
    return answer;
  };
  return {
    shell,
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/**
 * Runs `npm start` on `port` or a free port until it is ready. Rejects with its output when it ends before. `detached`
 * makes it a process group of its own, as a terminal's shell does.
 */
export async function startService(
  folder: string,
  args: string[] = [],
  port?: number,
  env = {},
  spawning: Pick<SpawnOptions, 'detached'> = {},
): Promise<Started> {
  const host = await startedBy(folder, 'bin/local.ts', args, port, env, spawning);
  return { ...host, serviceFile: readJson<ServiceFile>(folder, 'service.json') };
}

async function startedBy(
  folder: string,
  script: string,
  args: string[],
  port?: number,
  env = {},
  spawning: Pick<SpawnOptions, 'detached'> = {},
): Promise<StartedHost> {
  const ownPort = port ?? (await freePort());
  const { child, ended } = begin(folder, script, args, ownPort, env, spawning);
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes(STARTED)) resolve();
    });
    void ended.then(({ stdout, stderr }) => reject(new Error(`the service ended at start:\n${stdout}${stderr}`)));
  });
  return {
    port: ownPort,
    child,
    ended,
    hostFile: readJson<HostFacts>(folder, 'host.json'),
  };
}

export function readJson<Content>(folder: string, name: string): Content {
  return JSON.parse(readFileSync(join(folder, '.local', name), 'utf8')) as Content;
}

/** `kill -9`. */
export async function killHard({ child, ended }: StartedHost): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Ctrl-C in a terminal: the signal to the complete process group of a service that was started `detached`. */
export function interrupt({ child, ended }: Started): Promise<Ended> {
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  return ended;
}

export function begin(
  folder: string,
  script: string,
  args: string[],
  port: number,
  env: Record<string, string>,
  spawning: Pick<SpawnOptions, 'detached'> = {},
) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      PAYMENT_SERVICE_DIR: folder,
      PORT: String(port),
      NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
      NODE_EXTRA_CA_CERTS: undefined,
      // No region or credentials of this machine: a command reaches local services only.
      AWS_REGION: undefined,
      AWS_CONFIG_FILE: devNull,
      HOST: undefined,
      ...env,
    },
    ...spawning,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += String(chunk);
    });
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (status) => resolve({ status, ...output })));
  return { child, ended };
}
