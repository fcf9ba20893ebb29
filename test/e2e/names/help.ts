import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './service.ts';
import type { Stage } from './stage.ts';

/** The npm scripts, and what the `--help` of each command names. */
export async function readCommands({ service, met }: Stage): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  met.names('npm scripts', Object.keys(scripts));
  const commands = Object.entries(scripts).flatMap(([name, command]) => {
    const [, file] = /^node (bin\/\w+\.ts)$/.exec(command) ?? [];
    return file === undefined ? [] : [{ name, file }];
  });
  const { stdout } = await service.evaluate(HELP, ...commands.map(({ file }) => join(ROOT, file)));
  for (const [index, { name, file }] of commands.entries()) {
    met.add('commands', { [name]: file });
    const help = stdout.split(MARK)[index + 1] ?? '';
    const subcommands = [...help.matchAll(new RegExp(`npm run ${name} -- ([a-z][a-z-]+)`, 'g'))].map(
      ([, each]) => each,
    );
    const flags = help.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
    const variables = help.match(/\b[A-Z]{2,}(_[A-Z]+)+\b|\bPORT\b/g) ?? [];
    met.add(`npm run ${name} --help`, { names: [...subcommands, ...flags, ...variables] });
  }
}

const MARK = '=== help of a command ===';

/** `--help` of each file, in one process, since most of what they load is the same; some end it by themselves. */
const HELP = `
  const files = process.argv.splice(2, Infinity, '--help');
  process.exit = () => undefined;
  for (const file of files) {
    process.stdout.write('${MARK}');
    await import(file);
  }
`;
