import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/local/engines/dynamo.ts';
import type { Reply } from '../hosted/support/http-call.ts';

const TOOLS = join(import.meta.dirname, 'node_modules');
export const ROOT = join(import.meta.dirname, '..', '..');
/** The document that is judged. */
export const DESCRIPTION = join(ROOT, 'docs', 'openapi.json');

/** Runs the command-line program of a package of this folder, in the project's folder. */
export function runTool(name: string, ...args: string[]): SpawnSyncReturns<string> {
  const ended = spawnSync(process.execPath, [join(TOOLS, '.bin', name), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1_024 * 1_024,
  });
  if (ended.error) throw ended.error;
  return ended;
}

/** Loaded into a child process: it ends when the one that started it has ended, however that was. */
const ENDS_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())';

export interface Prism {
  /** Without a slash at the end; replaces the base URL. */
  url: string;
  stop(): Promise<void>;
}

/** Starts Prism as a validating proxy in front of a base URL. It reports what breaks the description in a header. */
export async function startPrism(baseUrl: string): Promise<Prism> {
  const port = await freePort();
  const program = join(TOOLS, '@stoplight', 'prism-cli', 'dist', 'index.js');
  const child = spawn(
    process.execPath,
    [
      '--import',
      ENDS_WITH_PARENT,
      program,
      'proxy',
      DESCRIPTION,
      baseUrl,
      '--port',
      String(port),
      '--verboseLevel',
      'silent',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`prism ended with status ${child.exitCode}`);
    await sleep(100);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

/** What breaks the description: `response.body.amount must be number`. */
export interface Violations {
  request: string[];
  response: string[];
}

/** Reads Prism's report of one exchange. */
export function violationsOf({ headers }: Pick<Reply, 'headers'>): Violations {
  const all = JSON.parse(headers['sl-violations'] ?? '[]') as { location: string[]; message: string }[];
  const of = (side: string) =>
    all
      .filter(({ location }) => location[0] === side)
      .map(({ location, message }) => `${location.join('.')}: ${message}`);
  return { request: of('request'), response: of('response') };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
