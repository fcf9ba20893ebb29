import { durationMs } from '../lib/local/clock/clock.ts';
import { clockText, jumpText, moveClock, showClock } from '../lib/operator/clock.ts';
import { type CommandResult, JSON_OPTION, runCommand, UsageError } from '../lib/operator/command.ts';

const USAGE = `Shows the clock of the local service, or moves it forward.

  npm run clock -- show
  npm run clock -- advance 4m        units: ms, s, m, h, d; also 1h30m. Everything due on the way runs, in order
  npm run clock -- advance 3d --json

The clock cannot be moved back. A restart of the service keeps it; npm start -- --fresh resets it.
`;

const SUBCOMMANDS = { show: {}, advance: { positionals: 1 } };

await runCommand(
  { usage: USAGE, options: JSON_OPTION, subcommands: SUBCOMMANDS },
  async (_values, [command, by]): Promise<CommandResult> => {
    if (command === 'show') {
      const shown = await showClock();
      return { json: shown, text: clockText(shown) };
    }
    if (by === undefined || durationMs(by) === undefined)
      throw new UsageError('advance: the duration is missing or malformed, such as 4m or 3d');
    const jump = await moveClock(by);
    return { json: jump, text: jumpText(jump), failed: !jump.quiet };
  },
);
