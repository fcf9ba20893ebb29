import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs a command that ends with this process, also on `kill -9`, when no signal handler runs: the kernel closes our end
 * of the pipe, the shell's `cat` reads the end of its input, and the command is killed. Needs `/bin/sh`, as on Linux
 * and macOS.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
(cat <&3 >/dev/null; kill -9 $child) 2>/dev/null >/dev/null &
exec 3<&-
wait $child
`;

const MAX_OUTPUT_CHARACTERS = 4_000;

export interface GuardedProcess {
  /** Resolves when the command has ended for any reason. */
  readonly ended: Promise<void>;
  /** Kills the command and waits for its end. */
  stop(): Promise<void>;
}

/** Starts `command`. Resolves when its output contains `readyText`; rejects with the output when it ends before. */
export function startGuarded(command: readonly string[], readyText: string): Promise<GuardedProcess> {
  // A session of its own: Ctrl-C and a hang-up of the terminal do not reach it, because it must serve until this
  // process has finished. The command may handle signals that it was started to ignore.
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], { stdio: 'pipe', detached: true });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_CHARACTERS) output += chunk.toString();
      if (output.includes(readyText)) resolve({ ended, stop: () => stop(child, ended) });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    // The guard may have ended already.
    child.stdin.on('error', () => undefined);
    child.once('exit', (code) => reject(new Error(`${command[0]} ended with code ${code}: ${output.trim()}`)));
  });
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  await ended;
}
