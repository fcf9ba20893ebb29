import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lib/local/engines/dynamo.ts';

/** The command that starts a receiver on a port. */
export interface Launch {
  command: string;
  args(port: number): string[];
  env?(port: number): Record<string, string>;
}

export interface ReceiverProcess {
  port: number;
  /** Whether it started. Without a secret a receiver may refuse to. */
  isUp: boolean;
  /** Its output so far. */
  output(): string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const POLL_MS = 50;
const STARTUP_DEADLINE_MS = 60_000;

/** Starts a receiver with this secret (undefined: not in its environment) and waits until it listens or ends. */
export async function startReceiverProcess(launch: Launch, dir: string, secret?: string): Promise<ReceiverProcess> {
  const port = await freePort();
  const { WEBHOOK_SECRET: _, ...inherited } = process.env;
  const env = { ...inherited, ...launch.env?.(port), ...(secret !== undefined && { WEBHOOK_SECRET: secret }) };
  // In a separate process group, so that its child processes end with it.
  const child = spawn(launch.command, launch.args(port), { cwd: dir, env, detached: true });
  let output = '';
  const note = (bytes: Buffer) => {
    output += String(bytes);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const isUp = await comesUp(port, hasEnded);
  return { port, isUp, output: () => output, hasEnded, stop: () => endGroup(child, hasEnded) };
}

async function endGroup(child: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded() || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

async function comesUp(port: number, hasEnded: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < STARTUP_DEADLINE_MS && !hasEnded(); waitedMs += POLL_MS) {
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
