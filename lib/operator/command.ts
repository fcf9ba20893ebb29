/** A mistake in how a command was called: told to the person, with status 2 and without a stack. */
export class UsageError extends Error {}

/**
 * Runs a command line to its end: what is thrown becomes one line on standard error and a status other than 0.
 * `--help` anywhere prints the usage.
 */
export async function runCommand(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    process.exitCode = args.length === 0 ? 2 : 0;
    return;
  }
  try {
    await run(args);
  } catch (error) {
    const misuse = error instanceof UsageError || isParseArgsError(error);
    process.stderr.write(`${(error as Error).message}\n${misuse ? 'See --help.\n' : ''}`);
    process.exitCode = misuse ? 2 : 1;
  }
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
