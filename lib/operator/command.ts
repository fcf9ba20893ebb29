import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A mistake in how a command was called: reported to the person, with exit status 2 and without a stack. */
export class UsageError extends Error {}

/** What a command answers: one object for programs, or text for a person; `failed` makes the exit status 1. */
export interface CommandResult {
  json: object;
  text: string;
  failed?: boolean;
}

export interface CommandLine<Options extends ParseArgsOptionsConfig> {
  /** The text of `--help`. */
  usage: string;
  options: Options;
  /** Whether arguments without a dash are allowed. */
  allowPositionals?: boolean;
  /** Whether the command does its work without any argument, instead of printing its usage. */
  runsBare?: boolean;
}

export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;

export type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/**
 * Runs a command line to its end. Its result is printed, as one line of JSON with `--json`; what is thrown becomes a
 * sentence on standard error. Exit status 0, 1 when the command failed, 2 when it was called in a wrong way. `--help`
 * anywhere prints the usage.
 */
export async function runCommand<Options extends ParseArgsOptionsConfig>(
  { usage, options, allowPositionals = false, runsBare = false }: CommandLine<Options>,
  run: (values: Values<Options>, positionals: string[]) => Promise<CommandResult | undefined>,
): Promise<void> {
  const args = process.argv.slice(2);
  const isMissing = args.length === 0 && !runsBare;
  if (isMissing || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    process.exitCode = isMissing ? 2 : 0;
    return;
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals });
    const result = await run(values as Values<Options>, positionals);
    if (!result) return;
    const { json, text, failed } = result;
    process.stdout.write('json' in values && values.json ? `${JSON.stringify(json)}\n` : text);
    if (failed) process.exitCode = 1;
  } catch (error) {
    const misuse = error instanceof UsageError || isParseArgsError(error);
    process.stderr.write(`${(error as Error).message}\n${misuse ? 'See --help.\n' : ''}`);
    process.exitCode = misuse ? 2 : 1;
  }
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
