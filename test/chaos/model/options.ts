import { wholeNumberOf } from '../../../lib/operator/arguments.ts';
import type { Values } from '../../../lib/operator/command.ts';
import { LONGEST } from './sequences.ts';

export const HELP = `Draws sequences of commands and runs each on the service and on a small model of it; they must agree after every command.
Or draws schedules of payments and holds what the service has on record to what the customer paid, to the cent.

  npm run model -- [--sequences 10000] [--seed 1] [--path P [--replay R]]
  npm run model -- --schedules 20000 [--seed 1] [--from 0] [--failures 1] [--thorough]

  --sequences <n>  how many, of up to ${LONGEST} commands each (10000)
  --seed <n>       other sequences or schedules (1)
  --path <p>       begins at the sequence of a failure, as it was printed; with its seed
  --replay <r>     the replayPath that was printed with it
  --schedules <n>  how many schedules of payments, instead of sequences
  --from <n>       begins at this schedule of the seed (0)
  --failures <n>   prints so many that fail, each shortened, and ends (1)
  --thorough       goes on to the end, and counts the others
  --help           this text

The functions are the real ones, on the embedded table and its stream. Bank, queues, merchants' servers and the clock are
played: the bank takes or refuses starts or does not answer, decides, is paid too little, too much or twice; its notices come
late, twice, in any order, never, or forged; queues repeat messages; servers fail; invocations die at any of their calls.

After each command  every transaction is in a state that the model allows, its status has moved as the rules say, at most
                    one push or reference can be paid, success is told of nothing that is not paid.
When all is quiet   every delivery has ended, each POST is what the record says, and money the bank told of is the payment
                    or an exception.

A schedule          one transaction at SIBS or ifthenpay: sums short, exact, over or split; once or more, in one second, minute
                    or later; before, during and after the window; notices lost, doubled, late; inquiries before or after;
                    refunds in parts; a push and a reference. When all is quiet, received and returned must be on record, each
                    movement of money once, each exception of its kind, and success only of what was received in full.

A failure prints the seed, the path, and the shortest commands that were found to fail; of a schedule its seed, its number
and its steps in words.

Exit 0 when model and service agree, 1 when not, 2 for arguments that are not understood.
`;

const text = { type: 'string' } as const;
export const OPTIONS = {
  sequences: { ...text, default: '10000' },
  schedules: text,
  seed: { ...text, default: '1' },
  from: { ...text, default: '0' },
  failures: { ...text, default: '1' },
  path: text,
  replay: text,
  thorough: { type: 'boolean', default: false },
} as const;

export interface SequenceRun {
  kind: 'sequences';
  sequences: number;
  seed: number;
  path?: string;
  replayPath?: string;
}

export interface ScheduleRun {
  kind: 'schedules';
  schedules: number;
  seed: number;
  from: number;
  failures: number;
  thorough: boolean;
}

/** What fast-check takes for a seed. */
const SEEDS = [1 - 2 ** 31, 2 ** 31 - 1] as const;

export function runOf(values: Values<typeof OPTIONS>): SequenceRun | ScheduleRun {
  const { path, replay, thorough } = values;
  const atLeast = (least: number, name: string, given: string) =>
    wholeNumberOf(name, given, [least, Number.MAX_SAFE_INTEGER]);
  const seed = wholeNumberOf('--seed', values.seed, SEEDS);
  if (values.schedules !== undefined) {
    const schedules = atLeast(1, '--schedules', values.schedules);
    const from = atLeast(0, '--from', values.from);
    const failures = atLeast(0, '--failures', values.failures);
    return { kind: 'schedules', schedules, seed, from, failures, thorough };
  }
  const sequences = atLeast(1, '--sequences', values.sequences);
  const found = { ...(path !== undefined && { path }), ...(replay !== undefined && { replayPath: replay }) };
  return { kind: 'sequences', sequences, seed, ...found };
}
