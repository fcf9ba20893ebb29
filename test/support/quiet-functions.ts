/**
 * The functions under test log one JSON line a call on standard output, which would bury the test report. `VERBOSE=1`
 * shows them.
 */
if (!process.env.VERBOSE) {
  const write = process.stdout.write.bind(process.stdout) as (...args: unknown[]) => boolean;
  process.stdout.write = ((chunk: unknown, ...rest: unknown[]) =>
    String(chunk).startsWith('{"level":') || write(chunk, ...rest)) as typeof process.stdout.write;
}
