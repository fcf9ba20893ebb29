import type { ParseArgsOptionsConfig } from 'node:util';
import { type CommandLine, type CommandResult, JSON_OPTION, runCommand, UsageError, type Values } from './command.ts';
import { openTarget, type Target } from './target.ts';

const TARGET_OPTIONS = { ...JSON_OPTION, stage: { type: 'string' } } as const;

type TargetOptions<Options> = Options & typeof TARGET_OPTIONS;
export type TargetValues<Options extends ParseArgsOptionsConfig> = Values<TargetOptions<Options>>;

/** A command's work on a service. */
export type TargetRun = (target: Target) => Promise<CommandResult>;

/**
 * Runs a command on the local service, or with `--stage` on a deployed one. `plan` parses the arguments and returns
 * the work, so that wrong arguments are reported before a service is contacted.
 */
export async function runOnTarget<Options extends ParseArgsOptionsConfig>(
  line: CommandLine<Options>,
  plan: (values: TargetValues<Options>, positionals: string[]) => TargetRun,
): Promise<void> {
  const options: TargetOptions<Options> = { ...line.options, ...TARGET_OPTIONS };
  // A reader that ends first, as `head` does, must not end the work half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => (process.exitCode = 1));
  await runCommand({ ...line, options }, async (values, positionals) => {
    const run = plan(values, positionals);
    const { stage, local } = values as { stage?: string; local?: boolean };
    if (local && stage !== undefined) throw new UsageError('--local and --stage: name one of them');
    const target = await openTarget(stage);
    try {
      return await run(target);
    } finally {
      target.close();
    }
  });
}
