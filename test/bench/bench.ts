import { cpus, totalmem } from 'node:os';
import { runCommand, UsageError } from '../../lib/operator/command.ts';
import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';
import { isBroken, type Section, sectionText } from './report.ts';

const USAGE = `Measures cost and speed of the service and prints each figure beside its budget.

  npm run bench                     everything, in an hour or more (mostly isolation)
  npm run bench -- --quick          fewer functions, runs and events
  npm run bench -- --only ledger    one of ledger, size, cold, isolation

Exit status 1 when a counted budget (units, calls, bytes, instructions) is exceeded. The times of isolation are only
shown.
`;

const SECTIONS = {
  ledger: async () => (await import('./ledger-section.ts')).ledgerSection(),
  size: async () => (await import('./size-section.ts')).sizeSection(),
  cold: async (quick: boolean) => (await import('./cold-section.ts')).coldSection({ quick }),
  isolation: async (quick: boolean) => (await import('./isolation-section.ts')).isolationSection({ quick }),
} satisfies Record<string, (quick: boolean) => Promise<Section>>;

const OPTIONS = { only: { type: 'string' }, quick: { type: 'boolean', default: false } } as const;

await runCommand({ usage: USAGE, options: OPTIONS, runsBare: true }, async ({ only, quick }) => {
  const wanted = Object.entries(SECTIONS).filter(([name]) => only === undefined || only === name);
  if (wanted.length === 0) throw new UsageError(`--only must be one of ${Object.keys(SECTIONS).join(', ')}`);
  if (!isSynthesized()) await synthesize();
  const [cpu] = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  process.stdout.write(`${cpu?.model.trim()}, ${cpus().length} cores, ${memoryGb} GB, Node ${process.version}\n`);
  let isOver = false;
  for (const [, measure] of wanted) {
    const section = await measure(quick);
    isOver ||= isBroken(section);
    process.stdout.write(sectionText(section));
  }
  if (isOver) process.stdout.write('\nA budget is exceeded (OVER above).\n');
  process.exitCode = isOver ? 1 : 0;
});
// The measured services leave connections behind.
process.exit();
