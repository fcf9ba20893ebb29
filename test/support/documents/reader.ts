import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { startGate } from '../../hosted/support/gate.ts';
import type { HostedService } from '../../hosted/support/hosted-service.ts';
import type { Block } from './blocks.ts';

/** A terminal in a checkout whose `.local` belongs to the hosted service and a merchant of its own. */
export interface Reader {
  merchantId: string;
  /** What the samples need. */
  env: Record<string, string>;
  /** Runs the blocks in order in one shell, as a reader copies them; the output of each, by its index. */
  follow(blocks: readonly Block[]): Promise<string[]>;
  leave(): void;
}

/** Of the checkout, what the commands of the documents need. */
const OF_CHECKOUT = ['package.json', 'bin', 'lib', 'functions', 'node_modules', 'docs'];
const MARK = '\u001e';
/** A wait of ten seconds or more moves the clock of the service instead. */
const SLEEP = `sleep() { if [[ $1 == ?? ]]; then npm run --silent clock -- advance "$1s"; else command sleep "$1"; fi; }`;
/** Ends a reader who waits in vain. */
const PATIENCE_MS = 120_000;

export async function newReader(hosted: HostedService): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  for (const name of OF_CHECKOUT) symlinkSync(resolve(name), join(folder, name));
  mkdirSync(join(folder, '.local'));
  for (const name of ['host.json', 'certificates']) {
    symlinkSync(join(hosted.folder, '.local', name), join(folder, '.local', name));
  }
  const { account } = await hosted.shop();
  const door = await startGate(hosted);
  const there = (url: string) => door.origin + new URL(url).pathname;
  const { apiKey, merchantId, webhookSecret } = account;
  const simulatorUrl = there(`${new URL(hosted.baseUrl).origin}/simulator`);
  const service = { baseUrl: there(hosted.baseUrl), simulatorUrl, apiKey, merchantId, webhookSecret };
  writeFileSync(join(folder, '.local', 'service.json'), JSON.stringify(service));
  return {
    merchantId,
    env: { BASE_URL: service.baseUrl, API_KEY: apiKey, PHONE: '910000000' },
    follow: (blocks) => inOneShell(folder, blocks),
    leave: () => {
      void door.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function inOneShell(folder: string, blocks: readonly Block[]): Promise<string[]> {
  const printed = join(folder, 'printed');
  const script = ['set -eo pipefail', SLEEP, ...blocks.map(lineOf), `printf '\\036%s\\n' ${blocks.length}`].join('\n');
  writeFileSync(join(folder, 'script'), await withFreePorts(script));
  const shell = spawn('bash', ['-c', 'bash script > printed 2> errors'], {
    ...{ cwd: folder, detached: true, stdio: 'ignore' },
    env: {
      ...process.env,
      ...{ PAYMENT_SERVICE_DIR: folder, PRINTED: printed },
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
  });
  const impatience = setTimeout(() => shell.kill('SIGKILL'), PATIENCE_MS);
  const status = await new Promise<number | null>((ended) => shell.once('exit', ended));
  clearTimeout(impatience);
  endAll(shell.pid);
  const outputs = readFileSync(printed, 'utf8').split(new RegExp(`${MARK}\\d+\\n`));
  if (status !== 0) {
    const last = blocks[outputs.length - 2];
    const errors = readFileSync(join(folder, 'errors'), 'utf8');
    throw new Error(`This block ended with ${status}:\n${last?.code}\nIt printed:\n${outputs.at(-1)}\n${errors}`);
  }
  return outputs.slice(1);
}

/** Ends what the reader has started in the background. */
function endAll(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

/** What the reader does with a block: types it, saves it, or waits until its lines are printed. */
function lineOf({ language, file, code, notRun }: Block, index: number): string {
  const begin = `printf '\\036%s\\n' ${index}`;
  if (notRun) return begin;
  if (file) return `${begin}\ncat > ${file} <<'END_OF_BLOCK'\n${code}END_OF_BLOCK`;
  if (language === 'text') return [begin, ...code.trimEnd().split('\n').map(awaited)].join('\n');
  return language === 'sh' ? `${begin}\n${code}` : begin;
}

function awaited(line: string): string {
  const text = `'${line.replaceAll("'", "'\\''")}'`;
  return `until grep -qF ${text} "$PRINTED"; do sleep 0.1; done`;
}

/** The documents' own ports may be in use on this machine. */
async function withFreePorts(script: string): Promise<string> {
  const [tls, plain] = [await freePort(), await freePort()];
  return script.replace(/\b444[34]\b/g, String(tls)).replace(/\b4000\b/g, String(plain));
}
