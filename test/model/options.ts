import { parseArgs } from 'node:util';
import { LONGEST } from './sequences.ts';

export const HELP = `Draws sequences of commands and runs each on the service and on a small model of it; they must agree after every command.

  npm run model -- [--sequences 10000] [--seed 1] [--path P [--replay R]]

  --sequences <n>  how many, of up to ${LONGEST} commands each (10000)
  --seed <n>       other sequences (1)
  --path <p>       begins at the sequence of a failure, as it was printed; with its seed
  --replay <r>     the replayPath that was printed with it
  --help           this text

The functions are the real ones, on the embedded table and its stream. Bank, queues, merchants' servers and the clock are
played: the bank takes or refuses starts or does not answer, decides, is paid too little, too much or twice; its notices come
late, twice, in any order, never, or forged; queues repeat messages; servers fail; invocations die at any of their calls.

After each command  every transaction is in a state that the model allows, its status has moved as the rules say, at most
                    one push or reference can be paid, success is told of nothing that is not paid.
When all is quiet   every delivery has ended, each POST is what the record says, and money the bank told of is the payment
                    or an exception.

A failure prints the seed, the path, and the shortest commands that were found to fail.

Exit 0 when model and service agree, 1 when not, 2 for arguments that are not understood.
`;

const USAGE = 'usage: npm run model -- [--sequences 10000] [--seed 1] [--path P [--replay R]]; --help says more';

export interface ModelOptions {
  sequences: number;
  seed: number;
  path?: string;
  replayPath?: string;
}

/** Reads the command line; ends the process where it only asks for help or is not understood. */
export function readOptions(args: string[]): ModelOptions {
  const values = parsed(args);
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const sequences = Number(values.sequences ?? 10_000);
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(sequences) || sequences < 1) stop('--sequences is a whole number above 0');
  // What fast-check takes for a seed.
  if (!Number.isInteger(seed) || Math.abs(seed) >= 2 ** 31) stop('--seed is a whole number of at most 31 bits');
  const { path, replay } = values;
  return { sequences, seed, ...(path !== undefined && { path }), ...(replay !== undefined && { replayPath: replay }) };
}

function parsed(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { sequences: text, seed: text, path: text, replay: text, help: flag } }).values;
  } catch (error) {
    return stop((error as Error).message);
  }
}

function stop(problem: string): never {
  process.stderr.write(`${problem}\n${USAGE}\n`);
  process.exit(2);
}
