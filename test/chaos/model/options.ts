import { wholeNumberOf } from '../../../lib/operator/arguments.ts';
import type { Values } from '../../../lib/operator/command.ts';
import { MAX_COMMANDS } from './sequences.ts';

export const HELP = `Draws sequences of commands and runs each on the service and on a small model, which must agree
after every command. Or draws schedules of payments and compares the service's records with what the customers paid, to
the cent.

  npm run model -- [--sequences 10000] [--seed 1] [--path P [--replay R]]
  npm run model -- --schedules 20000 [--seed 1] [--from 0] [--failures 1] [--thorough]

  --sequences <n>  number of sequences, of up to ${MAX_COMMANDS} commands each (10000)
  --seed <n>       draws other sequences or schedules (1)
  --path <p>       starts at the sequence of a printed failure; needs its seed
  --replay <r>     the replayPath printed with the failure
  --schedules <n>  number of schedules of payments, instead of sequences
  --from <n>       starts at this schedule of the seed (0)
  --failures <n>   stops after this many failures and prints each, shortened (1)
  --thorough       continues to the end and counts further failures
  --help           this text

The functions are the real ones, on the embedded table and its stream. Bank, queues, merchants' servers and the clock
are simulated. The bank accepts or refuses starts or does not answer; payments are short, in excess or double.
Notifications are late, repeated, reordered, lost or forged. Queues repeat messages, servers fail, and invocations crash
at any of their calls.

After each command  every transaction is in a state that the model allows, every transition is allowed, at most one push
                    or reference can be paid, and success is reported only for paid transactions.
At the end          every delivery has ended, each POST matches the record, and notified money is the payment or an
                    exception.

A schedule          one transaction at SIBS or ifthenpay: amounts short, exact, in excess or split; paid once or more,
                    within a second, a minute or later; before, during and after the window; notifications lost,
                    repeated or late; inquiries before or after; partial refunds; a push and a reference. At the end
                    every movement of money is recorded once, every exception has its kind, and success is reported
                    only for what was received in full.

A failed sequence prints its seed, its path and the shortest failing commands. A failed schedule prints its seed, its
number and its steps in words.

Exit status: 0 when model and service agree, 1 when they do not, 2 for invalid arguments.
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

/** The range of fast-check's seeds. */
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
