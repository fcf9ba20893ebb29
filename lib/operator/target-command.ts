import type { ParseArgsOptionsConfig } from 'node:util';
import { type CommandLine, type CommandResult, JSON_OPTION, runCommand, type Values } from './command.ts';
import { requireKnownMerchant } from './known-merchant.ts';
import { openTarget, type Target } from './target.ts';

const TARGET_OPTIONS = { ...JSON_OPTION, stage: { type: 'string' } } as const;

type TargetOptions<Options> = Options & typeof TARGET_OPTIONS;
export type TargetValues<Options extends ParseArgsOptionsConfig> = Values<TargetOptions<Options>>;

/** A command's work on a service. */
export type TargetRun = (target: Target) => Promise<CommandResult>;

/**
 * Runs a command on the local service, or with `--stage` on a deployed one. `plan` parses the arguments and returns
 * the work, so that wrong arguments are reported before a service is contacted. A `--merchant` that does not exist is
 * refused.
 */
export async function runOnTarget<Options extends ParseArgsOptionsConfig>(
  line: CommandLine<Options>,
  plan: (values: TargetValues<Options>, positionals: string[]) => TargetRun,
): Promise<void> {
  const options: TargetOptions<Options> = { ...line.options, ...TARGET_OPTIONS };
  await runCommand({ ...line, options }, async (values, positionals) => {
    const run = plan(values, positionals);
    const { stage, local, merchant } = values as { stage?: string; local?: boolean; merchant?: string };
    const target = await openTarget(local ? undefined : stage);
    try {
      await requireKnownMerchant(target.merchants, merchant);
      return await run(target);
    } finally {
      target.close();
    }
  });
}
