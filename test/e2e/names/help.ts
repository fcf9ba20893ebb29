import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { ROOT } from './service.ts';
import type { Stage } from './stage.ts';

/** The npm scripts, and what the `--help` of each command names. */
export async function readCommands({ met }: Stage): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  met.names('npm scripts', Object.keys(scripts));
  for (const [name, command] of Object.entries(scripts)) {
    const [, file] = /^node (bin\/\w+\.ts)$/.exec(command) ?? [];
    if (file === undefined) continue;
    met.add('commands', { [name]: file });
    const help = await helpOf(file);
    const subcommands = help.matchAll(new RegExp(`npm run ${name} -- ([a-z][a-z-]+)`, 'g'));
    met.names(
      `npm run ${name} --help`,
      [...subcommands].map(([, subcommand = '']) => subcommand),
    );
    met.names(`npm run ${name} --help`, help.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []);
    met.names(`npm run ${name} --help`, help.match(/\b[A-Z]{2,}(_[A-Z]+)+\b|\bPORT\b/g) ?? []);
  }
}

/** In a thread of its own, which costs a third less than a process. */
async function helpOf(file: string): Promise<string> {
  const worker = new Worker(join(ROOT, file), { argv: ['--help'], stdout: true, execArgv: [] });
  return text(worker.stdout);
}
