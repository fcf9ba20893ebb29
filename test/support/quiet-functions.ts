/**
 * The functions under test log one JSON line a call on standard output, which would bury the test report. `VERBOSE=1`
 * shows them.
 */
const isQuiet = Symbol.for('quiet functions');
const stdout = process.stdout as typeof process.stdout & { [isQuiet]?: boolean };
// Files that share a worker share its output: filtered once, so that what a test puts in front of it sees every line.
if (!process.env.VERBOSE && !stdout[isQuiet]) {
  stdout[isQuiet] = true;
  const write = process.stdout.write.bind(process.stdout) as (...args: unknown[]) => boolean;
  process.stdout.write = ((chunk: unknown, ...rest: unknown[]) =>
    String(chunk).startsWith('{"level":') || write(chunk, ...rest)) as typeof process.stdout.write;
}
