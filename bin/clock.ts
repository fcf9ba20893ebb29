import { durationMs } from '../lib/local/clock/clock.ts';
import { clockText, jumpText, moveClock, showClock } from '../lib/operator/clock.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';

const USAGE = `The clock of the local service: four minutes or three days pass at once.

  npm run clock -- show
  npm run clock -- advance 4m        ms, s, m, h, d; 1h30m. What falls due on the way happens, in order
  npm run clock -- advance 3d --json

The clock never goes back, and stays where it is when the service is started again; npm start -- --fresh begins anew.
`;

const OPTIONS = { json: { type: 'boolean' } } as const;

await runCommand(
  { usage: USAGE, options: OPTIONS, subcommands: { show: {}, advance: { positionals: 1 } } },
  async (values, positionals) => {
    const [command, by] = positionals;
    const print = (text: string, content: unknown) =>
      void process.stdout.write(`${values.json ? JSON.stringify(content, null, 2) : text}\n`);
    if (command === 'show') {
      const shown = await showClock();
      return print(clockText(shown), shown);
    }
    if (by === undefined || durationMs(by) === undefined)
      throw new UsageError('advance by how much? For instance 4m or 3d');
    const jump = await moveClock(by);
    print(jumpText(jump), jump);
    if (!jump.quiet) process.exitCode = 1;
  },
);
