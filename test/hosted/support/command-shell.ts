import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A process that runs commands of `bin/` one after the other: each line of its input is a script with its arguments, each
 * of its output how that ended. Loading the code for each would take longer than most commands.
 */
const ROOT = join(import.meta.dirname, '..', '..', '..');
const streams = { stdout: process.stdout, stderr: process.stderr };
const print = process.stdout.write.bind(process.stdout);
// Each command listens to them once.
for (const stream of Object.values(streams)) stream.setMaxListeners(0);

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [script = '', ...args] = JSON.parse(line) as string[];
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    streams[name].write = (text: string | Uint8Array) => {
      printed[name] += String(text);
      return true;
    };
  }
  process.argv = [process.execPath, script, ...args];
  process.exitCode = 0;
  count += 1;
  await import(`${join(ROOT, script)}?${count}`);
  print(`${JSON.stringify({ status: process.exitCode, ...printed })}\n`);
}
process.exitCode = 0;
