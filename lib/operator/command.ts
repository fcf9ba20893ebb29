import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { visibleLines } from '../../functions/runtime/visible-text.ts';

/** Wrong arguments of a command: printed without a stack, with exit status 2. */
export class UsageError extends Error {}

/** The result of a command: an object for `--json`, and text. `failed` makes the exit status 1. */
export interface CommandResult {
  json: object;
  text: string;
  failed?: boolean;
}

/** The arguments that a subcommand accepts. All others are refused, so that no option is ignored silently. */
export interface Subcommand<Options> {
  /** Maximum number of arguments after its name that are no options. */
  positionals?: number;
  options?: readonly (keyof Options)[];
}

/** Accepted by every subcommand, if the command has them. */
const COMMON_OPTIONS: readonly string[] = ['json', 'stage'];

export interface CommandLine<Options extends ParseArgsOptionsConfig> {
  /** The text of `--help`. */
  usage: string;
  options: Options;
  /** Subcommands by their name, the first argument. Without them a command accepts options only. */
  subcommands?: Readonly<Record<string, Subcommand<Options>>>;
  /** Whether the command runs without any argument, instead of printing its usage. */
  runsBare?: boolean;
}

export const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;

export type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/**
 * Runs a command line. Prints its result, as one line of JSON with `--json`, else as text in which the unseen
 * characters of names and notes are named, and the message of an error on standard error. Exit status: 0, 1 when the
 * command failed, 2 for wrong arguments. `--help` anywhere prints the usage.
 */
export async function runCommand<Options extends ParseArgsOptionsConfig>(
  { usage, options, subcommands, runsBare = false }: CommandLine<Options>,
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
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: !!subcommands, tokens: true });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    if (subcommands) refuseUnknownArguments(subcommands, positionals, given);
    const result = await run(values as Values<Options>, positionals);
    if (!result) return;
    const { json, text, failed } = result;
    process.stdout.write('json' in values && values.json ? `${JSON.stringify(json)}\n` : visibleLines(text));
    if (failed) process.exitCode = 1;
  } catch (error) {
    const misuse = error instanceof UsageError || isParseArgsError(error);
    process.stderr.write(`${(error as Error).message}\n${misuse ? 'See --help.\n' : ''}`);
    process.exitCode = misuse ? 2 : 1;
  }
}

function refuseUnknownArguments<Options>(
  subcommands: Readonly<Record<string, Subcommand<Options>>>,
  [command = '', ...rest]: string[],
  given: readonly string[],
): void {
  const subcommand = Object.hasOwn(subcommands, command) ? subcommands[command] : undefined;
  if (!subcommand) throw new UsageError(`unknown command: ${command}`);
  const { positionals = 0, options = [] } = subcommand;
  const [unexpected] = rest.slice(positionals);
  if (unexpected !== undefined) throw new UsageError(`${command}: unexpected ${unexpected}`);
  const known = [...COMMON_OPTIONS, ...options];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--${unknown} is not for ${command}`);
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
