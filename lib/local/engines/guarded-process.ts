import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs a command that dies with this process, also on `kill -9`: the kernel closes our end of the pipe, the shell's
 * `cat` sees the end of its input and kills the command. A signal handler of ours would never run. A terminal sends Ctrl-C
 * and its own end to the command too, which has to serve until this process has finished: it ignores both. It needs
 * `/bin/sh`, as on Linux and macOS.
 */
const GUARD = `
trap '' INT HUP
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
(cat <&3 >/dev/null; kill -9 $child) 2>/dev/null >/dev/null &
exec 3<&-
wait $child
`;

const KEPT_OUTPUT_CHARACTERS = 4_000;

export interface GuardedProcess {
  /** Resolves when the command has ended, whatever ended it. */
  readonly ended: Promise<void>;
  /** Kills the command and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Starts `command` and resolves when its output contains
 * `readyText`; rejects with that output when it ends before.
 */
export function startGuarded(command: readonly string[], readyText: string): Promise<GuardedProcess> {
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      if (output.length < KEPT_OUTPUT_CHARACTERS) output += chunk.toString();
      if (output.includes(readyText)) resolve({ ended, stop: () => stop(child, ended) });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    // A write to a guard that has already gone is no concern of ours.
    child.stdin.on('error', () => undefined);
    child.once('exit', (code) => reject(new Error(`${command[0]} ended with code ${code}: ${output.trim()}`)));
  });
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  await ended;
}
