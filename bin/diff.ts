import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { type RightsTemplate, widenedRights } from '../lib/operator/widened-rights.ts';

const USAGE = `Compares synthesized stacks with the templates of deployed ones, and marks where rights are widened. Calls nothing.

  npm run diff -- --assembly FOLDER --deployed FOLDER

  --assembly FOLDER   what cdk synth has written
  --deployed FOLDER   the templates of the deployed stacks as STACK.json; one without a file is compared with nothing

It prints Markdown, for a comment.
`;

const OPTIONS = { assembly: { type: 'string' }, deployed: { type: 'string' } } as const;

interface AssemblyStack {
  name: string;
  template: string;
}

interface Deployed {
  file: string;
  isNew: boolean;
}

/** Of one listing. A comment has 65,536 characters: those of two stages of four stacks fit. */
const MAX_CHARACTERS = 3_500;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ assembly, deployed }) => {
  if (assembly === undefined || deployed === undefined) throw new UsageError('--assembly and --deployed are required');
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-diff-'));
  try {
    const compared = stacksIn(assembly).map((stack) =>
      comparisonOf(stack, assembly, templateOf(stack.name, deployed, folder)),
    );
    const [marks, listings] = [compared.map(({ mark }) => mark), compared.map(({ listing }) => listing)];
    return { json: {}, text: `### ${basename(assembly)}\n\n${marks.join('')}\n${listings.join('')}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Each stack with its template. The manifest is made by the revision that is compared, and a name is part of Markdown. */
function stacksIn(assembly: string): AssemblyStack[] {
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string; properties: { templateFile: string } }>;
  };
  return Object.entries(artifacts).flatMap(([name, { type, properties }]) => {
    if (type === 'cdk:cloud-assembly') throw new Error(`${name}: the stacks of an inner assembly are not compared`);
    if (type !== 'aws:cloudformation:stack') return [];
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new Error(`${name}: not the name of a stack`);
    return [{ name, template: join(assembly, properties.templateFile) }];
  });
}

function templateOf(stack: string, deployed: string, folder: string): Deployed {
  const file = join(deployed, `${stack}.json`);
  if (existsSync(file)) return { file, isNew: false };
  const empty = join(folder, 'empty.json');
  writeFileSync(empty, '{"Resources":{}}');
  return { file: empty, isNew: true };
}

function comparisonOf({ name: stack, template }: AssemblyStack, assembly: string, { file, isNew }: Deployed) {
  const { text, count } = difference(stack, assembly, file);
  if (count === 0) return { mark: `- ${stack}: no difference\n`, listing: '' };
  const rights = widenedRights(templateIn(file), templateIn(template));
  const mark = rights.length === 0 ? 'no right is widened' : `⚠️ **rights are widened** (${rights.length})`;
  return {
    mark: `- ${stack}${isNew ? ' (new)' : ''}: ${mark}\n`,
    listing:
      (rights.length > 0 ? details(`${stack}: widened rights`, rights.join('\n')) : '') +
      details(`${stack}: all differences`, text),
  };
}

function templateIn(file: string): RightsTemplate {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function difference(stack: string, assembly: string, file: string): { text: string; count: number } {
  const args = ['diff', stack, '--exclusively', '--app', assembly, '--template', file, '--no-color', '--ci'];
  const program = join(import.meta.dirname, '..', 'node_modules', 'aws-cdk', 'bin', 'cdk');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  // The last line: texts of the templates stand before it.
  const end = /\n*✨ +Number of stacks with differences: (\d+)\s*$/.exec(stdout);
  if (status !== 0 || !end) throw new Error(`cdk diff ${stack}: ${stderr || stdout}`);
  return { text: stdout.slice(0, end.index).trim(), count: Number(end[1]) };
}

/** In a fence that nothing in the text ends. */
function details(title: string, text: string): string {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n… of ${text.length} characters` : text;
  return `\n<details><summary>${title}</summary>\n\n\`\`\`\`text\n${cut.replaceAll('````', '')}\n\`\`\`\`\n\n</details>\n`;
}
