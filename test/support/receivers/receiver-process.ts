import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lib/local/engines/dynamo.ts';

/** The command that starts a receiver on a port, which its environment names too. */
export interface Launch {
  command: string;
  args(port: number): string[];
}

export interface ReceiverProcess {
  port: number;
  /** Whether it started. Without a secret a receiver may refuse to. */
  isUp: boolean;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

const POLL_MS = 50;

/** Starts a receiver with this secret (undefined: not in its environment) and waits until it listens or ends. */
export async function startReceiverProcess(launch: Launch, dir: string, secret?: string): Promise<ReceiverProcess> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(launch.command, launch.args(port), { cwd: dir, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += String(bytes);
    });
  }
  const isUp = await comesUp(port, child);
  return { port, isUp, output: () => output, stop: () => end(child) };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function comesUp(port: number, child: ChildProcess): Promise<boolean> {
  while (!hasEnded(child)) {
    if (await accepts(port)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
