import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLBACK_QUERY } from '../../../functions/banking/ifthenpay/notification.ts';
import { contractSignature, newWebhookSecret } from '../../../functions/webhooks/signature.ts';
import { generatedDocuments } from '../../../lib/docs/documents.ts';
import { devTemplates, type Part, type Templates } from '../templates.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].sort();
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const LINK = /\]\(([^)\s]+)\)/g;
const FILE = /\b(?:bin|lib|functions|test|docs)\/[A-Za-z0-9_./-]+\.(?:ts|mjs|md|json)\b/g;

/** The anchors of a document: its own, and those that are made of its headings where Markdown is shown. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const own = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id);
  return new Set([
    ...own,
    ...headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ]);
}

function brokenLinks(document: string): string[] {
  return [...read(document).matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
    });
}

function missingFiles(document: string): string[] {
  return [...read(document).matchAll(FILE)].map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)));
}

describe('the documents', () => {
  test('that are generated are those of the code as it is: else run `npm run docs`', async () => {
    for (const { path, text } of await generatedDocuments()) expect(readFileSync(path, 'utf8'), path).toBe(text);
  });

  test('give ifthenpay’s callback the query that is read', () => {
    expect(read('docs/deploying.md')).toContain(CALLBACK_QUERY);
  });

  test('§6.4.5: advise merchants to answer within a second and to work afterwards', () => {
    expect(read('docs/api.md')).toMatch(/Answer 2xx within 8 seconds, better within one; do the work afterwards/);
  });

  test('have no link that leads nowhere', () => {
    expect(DOCUMENTS.flatMap((document) => brokenLinks(document).map((target) => `${document}: ${target}`))).toEqual(
      [],
    );
  });

  test('name no file that does not exist', () => {
    expect(DOCUMENTS.flatMap((document) => missingFiles(document).map((path) => `${document}: ${path}`))).toEqual([]);
  });
});

describe('the runbook', () => {
  /** Each sentence of an alarm's description, which may be those of several functions. */
  const sentencesOf = (templates: Templates, parts: Part[]) =>
    parts
      .flatMap((part) => templates.resources(part, 'AWS::CloudWatch::Alarm'))
      .map(({ properties }) => String(properties.AlarmDescription).replace(/^One of these: /, ''))
      .flatMap((text) => text.match(/[A-Z].*?[.)](?= [A-Z]|$)/g) ?? []);

  test('has every sentence that an alarm of the service or the simulated bank can say', () => {
    const sentences = sentencesOf(devTemplates(), ['service', 'simulator']);
    expect(sentences.length).toBeGreaterThan(20);
    const runbook = read('docs/runbook.md');
    expect(sentences.filter((sentence) => !runbook.includes(sentence))).toEqual([]);
  });
});

describe('the receiver that the API document shows for Node', () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(read('docs/api.md')) ?? [];
  const secret = newWebhookSecret();
  const body = '{"event":"payment.success","data":{"externalOrderId":"café"}}';

  /** What the shown function says of a signature, run by a Node of its own, as a merchant would. */
  function verdict(signature: string): string {
    const call = `process.stdout.write(String(isGenuine(Buffer.from(${JSON.stringify(body)}), ${JSON.stringify(signature)}, ${JSON.stringify(secret)})));`;
    return execFileSync(process.execPath, ['--input-type=module', '-'], {
      input: `${code}\n${call}`,
      encoding: 'utf8',
    });
  }

  test('accepts what the service signs', () => {
    expect(verdict(contractSignature(Buffer.from(body), secret))).toBe('true');
  });

  test('refuses another signature, one that is cut short, and none', () => {
    const signature = contractSignature(Buffer.from(`${body} `), secret);
    expect([verdict(signature), verdict(signature.slice(0, -1)), verdict('')]).toEqual(['false', 'false', 'false']);
  });
});
