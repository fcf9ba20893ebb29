/**
 * Hides the JSON lines that functions under test log on standard output. `VERBOSE=1` shows them.
 */
const isQuiet = Symbol.for('quiet functions');
const stdout = process.stdout as typeof process.stdout & { [isQuiet]?: boolean };
// Filtered once for all files of a worker, so that a test's own filter before it sees every line.
if (!process.env.VERBOSE && !stdout[isQuiet]) {
  stdout[isQuiet] = true;
  const write = process.stdout.write.bind(process.stdout) as (...args: unknown[]) => boolean;
  process.stdout.write = ((chunk: unknown, ...rest: unknown[]) =>
    String(chunk).startsWith('{"level":') || write(chunk, ...rest)) as typeof process.stdout.write;
}
