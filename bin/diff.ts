import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { accessChanges } from '../lib/operator/access-changes.ts';
import { JSON_OPTION, runCommand, UsageError } from '../lib/operator/command.ts';
import { lostState } from '../lib/operator/lost-state.ts';
import type { RightsTemplate } from '../lib/operator/widened-rights.ts';

const USAGE = `Compares synthesized stacks with the templates of deployed ones, and marks what may change access and what loses state. Calls nothing.

  npm run diff -- --assembly FOLDER --deployed FOLDER

  --assembly FOLDER   what cdk synth has written
  --deployed FOLDER   the templates of the deployed stacks as STACK.json; one without a file is compared with nothing
  --json              every mark, as JSON

It prints Markdown, for a comment. It fails if not all that is marked fits into it.
`;

const OPTIONS = { assembly: { type: 'string' }, deployed: { type: 'string' }, ...JSON_OPTION } as const;

interface AssemblyStack {
  name: string;
  template: string;
}

interface Deployed {
  file: string;
  isNew: boolean;
}

/** Of one stage: a comment on two of them has 65,536 characters. What marks leave is for the differences. */
const MAX_CHARACTERS = { marks: 24_000, all: 31_000 };

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ assembly, deployed }) => {
  if (assembly === undefined || deployed === undefined) throw new UsageError('--assembly and --deployed are required');
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-diff-'));
  try {
    const compared = stacksIn(assembly).map((stack) =>
      comparisonOf(stack, assembly, templateOf(stack.name, deployed, folder)),
    );
    const marks = (['lost', 'access'] as const).flatMap((kind) =>
      compared.flatMap(({ stack, [kind]: found }) => linesOf(found).map((line) => ({ ...line, stack }))),
    );
    const [shown, hidden] = fitting(marks);
    const listings = compared.filter(({ text }) => text !== '');
    const length = Math.floor((MAX_CHARACTERS.all - shown.length) / listings.length);
    const text = [
      `### ${basename(assembly)}\n\n`,
      hidden > 0 ? `❌ **${hidden} marks are not shown, as they do not fit**: \`--json\` prints all\n\n` : '',
      ...compared.map(({ summary }) => summary),
      shown ? details('What is marked', shown) : '',
      ...listings.map(({ stack, text }) => details(`${stack}: all differences`, cut(text, length))),
    ];
    return { json: { marks }, text: text.join(''), failed: hidden > 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/**
 * Each stack with its template. The manifest is made by the revision that is compared, and a name is part of Markdown.
 */
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

/** Of a stack that is new nothing is marked: all of it is to be read. */
function comparisonOf({ name: stack, template }: AssemblyStack, assembly: string, { file, isNew }: Deployed) {
  const { text, count } = difference(stack, assembly, file);
  if (isNew) return { stack, text, lost: [], access: [], summary: `- ${stack}: ⚠️ **new: read all of it**\n` };
  const lost = lostState(text);
  const access = accessChanges(templateIn(file), templateIn(template));
  const marked = [
    ...(lost.length > 0 ? [`**state is lost** (${lost.length})`] : []),
    ...(access.length > 0 ? [`**access may change** (${access.length})`] : []),
  ];
  const unmarked = count === 0 ? 'no difference' : 'of lost state and changed access, none found';
  const summary = `- ${stack}: ${marked.length > 0 ? `⚠️ ${marked.join(', ')}` : unmarked}\n`;
  return { stack, text: count === 0 ? '' : text, lost, access, summary };
}

interface Marks {
  line: string;
  count: number;
}

/** Marks that differ in their second word only, which is what they belong to, are one line. */
function linesOf(marks: string[]): Marks[] {
  const groups = Map.groupBy(marks, (mark) => mark.replace(/^(\S+) \S+/, '$1'));
  return [...groups].map(([text, group]) => ({
    line: text.replace(/^\S+/, (sign) => `${sign} ${group.map((mark) => mark.split(' ')[1]).join(', ')}`),
    count: group.length,
  }));
}

/** The lines that fit, and the number of the other marks. */
function fitting(marks: (Marks & { stack: string })[]): [shown: string, hidden: number] {
  let [shown, hidden] = ['', 0];
  for (const { stack, line, count } of marks) {
    const text = `${stack}: ${line}\n`;
    if (shown.length + text.length <= MAX_CHARACTERS.marks) shown += text;
    else hidden += count;
  }
  return [shown, hidden];
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
  // The last line only: what comes before it has texts of the templates.
  const end = /\n*✨ +Number of stacks with differences: (\d+)\s*$/.exec(stdout);
  if (status !== 0 || !end) throw new Error(`cdk diff ${stack}: ${stderr || stdout}`);
  return { text: stdout.slice(0, end.index).trim(), count: Number(end[1]) };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}\n… of ${text.length} characters` : text;
}

/** In a fence that nothing in the text ends. */
function details(title: string, text: string): string {
  return `\n<details><summary>${title}</summary>\n\n\`\`\`\`text\n${text.replaceAll('````', '')}\n\`\`\`\`\n\n</details>\n`;
}
