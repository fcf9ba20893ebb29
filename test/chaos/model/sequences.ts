import fc from 'fast-check';
import { COMMANDS, OPENING } from './commands.ts';
import { checkFinal, removeDue } from './final-checks.ts';
import { type Model, newModel } from './model.ts';
import { type ModelWorld, openScene, startModelWorld } from './model-world.ts';
import { untilQuiet } from './quiet.ts';
import { init } from './steps-api.ts';

export interface SequenceOptions {
  sequences: number;
  seed: number;
  /** As printed by a failure: starts at that sequence. */
  path?: string;
  replayPath?: string;
  onSequence?(counts: SequenceCounts): void;
}

/** How much was done. */
export interface SequenceCounts {
  sequences: number;
  payments: number;
  starts: number;
  paid: number;
  failed: number;
  cancelled: number;
  exceptions: number;
  posts: number;
  crashes: number;
}

export const MAX_COMMANDS = 40;

/** Draws sequences of commands and runs each on service and model. Rejects with the shortest failing sequence. */
export async function runSequences(options: SequenceOptions): Promise<SequenceCounts> {
  const { sequences: numRuns, seed, path, replayPath, onSequence } = options;
  const counts: SequenceCounts = {
    ...{ sequences: 0, payments: 0, starts: 0, paid: 0, failed: 0, cancelled: 0 },
    ...{ exceptions: 0, posts: 0, crashes: 0 },
  };
  const drawn = fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: 'max', ...(replayPath && { replayPath }) });
  const world = await startModelWorld();
  const property = fc.asyncProperty(OPENING, drawn, async (opening, commands) => {
    await runSequence(world, { opening, commands }, counts);
    onSequence?.(counts);
  });
  try {
    await fc.assert(property, {
      numRuns,
      seed,
      ...(path !== undefined && { path }),
    });
    return counts;
  } finally {
    await world.stop();
  }
}

interface Sequence {
  opening: Parameters<typeof init>[2][];
  commands: Iterable<fc.AsyncCommand<Model, ModelWorld>>;
}

async function runSequence(world: ModelWorld, { opening, commands }: Sequence, counts: SequenceCounts): Promise<void> {
  const model = newModel();
  await openScene(world);
  try {
    for (const created of opening) await init(model, world, created);
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    await untilQuiet(model, world);
    counts.exceptions += await checkFinal(model, world);
  } finally {
    await removeDue(model, world);
  }
  counts.sequences += 1;
  counts.payments += model.payments.length;
  counts.crashes += world.state.crashes;
  for (const { view } of model.payments) {
    counts.starts += view.starts;
    for (const event of view.events) counts[event] += 1;
  }
  for (const { hook } of world.shops) counts.posts += hook.posts.length;
}
