import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../../lib/docs/openapi/document.ts';
import { OPERATIONS } from '../../lib/docs/openapi/operations.ts';
import { type Block, blocksOf, headingsOf, PAGES, portugueseOf, readDocument } from '../support/documents/blocks.ts';
import { newReader, type Reader } from '../support/documents/reader.ts';
import { eventually } from '../support/eventually.ts';
import { DOCUMENTED, isWithoutPhp } from '../support/receivers/shown-code.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';

const PATIENT = { timeout: 180_000 };
/** Of the quick start on one machine, instead of an account, a tunnel and *Test webhook*. */
const ONE_MACHINE = blocksOf(readDocument('docs/merchants/quick-start.md')).map(({ notRun, ...block }) => block);
const SETTINGS = ONE_MACHINE.filter(({ code }) => code.startsWith('cd .local'));
const TUNNEL = ONE_MACHINE.filter(({ code }) => code.includes('tls.mjs'));
const SAMPLES = globSync('docs/examples/calls/*').sort();
const CALLS = Object.values(OPERATIONS).map(({ operationId }) => operationId);

/** What the receiver that a page has started must refuse. */
const forgedAt = (url: string): Block => ({
  language: 'sh',
  code: `curl -sk -w '%{http_code}' ${url} -H 'X-Service-Signature: sha256=${'0'.repeat(64)}' -d '{}' | grep 401\n`,
});

/** JSON Schemas of all that the API receives, answers and sends; each object has no other field than the document's. */
const SCHEMAS = Object.values(JSON.parse(openApiDocument()).components.schemas).map((schema) =>
  z.fromJSONSchema(closed(schema) as never),
);

function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return inner.type === 'object' ? { ...inner, additionalProperties: false } : inner;
}

/** Ids, times and references differ in each run; all else is exact. */
const masked = (json: string): unknown =>
  JSON.parse(
    json.replace(/"tx_\w+"|"\d{4}-\d\d-\d\dT[\d:.]+Z"|"\d{5,9}"/g, (text) => (text.includes('T') ? '"time"' : '"id"')),
  );
const objectIn = (output: string) => output.split('\n').find((line) => line.startsWith('{')) ?? output;

describe('the documents for merchants', PATIENT, () => {
  test.each(PAGES.filter((page) => blocksOf(readDocument(page)).length > 0))(
    '%s: each block runs, in order, and prints what it says',
    async (page) => {
      const blocks = blocksOf(readDocument(page));
      const followed = blocks.flatMap((block) =>
        /^node receiver\.mjs &$/m.test(block.code) ? [block, ...TUNNEL] : block,
      );
      const urls = followed.flatMap(({ code }) => code.match(/https:\/\/localhost:\d+/) ?? []);
      const steps = [...SETTINGS, ...followed, ...urls.slice(-1).map(forgedAt)];
      const reader = await newReader(hosted);
      try {
        const outputs = await reader.follow(steps);
        for (const block of blocks) {
          const { language, code, notRun } = block;
          const at = steps.indexOf(block);
          const [before, printed = '', own = ''] = [steps[at - 1], ...outputs.slice(at - 1, at + 1)];
          if (language === 'json') expect(masked(objectIn(printed)), code).toEqual(masked(code));
          else if (!notRun) expect(isFollowed(block, blocks), code).toBe(true);
          // A command that is not in the background has printed it at its end; a wait has ended by what it waits for.
          if (language === 'text' && before?.language === 'sh' && !/ &$/m.test(before.code)) {
            expect(printed).toContain(code.trimEnd());
          }
          if (/^(?:for|until) [\s\S]*sleep/m.test(code)) expect(own, code).not.toBe('');
        }
      } finally {
        reader.leave();
      }
    },
  );

  test('every JSON block has the form of the OpenAPI document, and no other field', () => {
    const blocks = ['docs/api.md', ...PAGES].flatMap((page) => blocksOf(readDocument(page)));
    const json = blocks.filter(({ language }) => language === 'json').map(({ code }) => code);
    expect(json.length).toBeGreaterThan(10);
    expect(json.filter((code) => !SCHEMAS.some((schema) => schema.safeParse(JSON.parse(code)).success))).toEqual([]);
  });

  test('docs/api.md: each call answers with the documented fields and types', async () => {
    const blocks = blocksOf(readDocument('docs/api.md'));
    const typesOf = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, typesOf(inner)]))
        : typeof value;
    const shop = await hosted.shop();
    let last = '';
    let asked = 0;
    for (const [index, { call = '', code }] of blocks.entries()) {
      const [method = '', path = ''] = call.split(' ');
      if (method === '') continue;
      // Events are those of the push above, which is confirmed after seconds, and certain later.
      const isAboutEvents = path.startsWith('/events');
      if (method === 'POST') last = await shop.init(25);
      const answer = method === 'POST' ? blocks[index + 1]?.code : code;
      const renamed = (text: string) => text.replace(/tx_\w+/, last);
      const sent = method === 'POST' ? { body: renamed(code) } : {};
      if (isAboutEvents) {
        await eventually(async () => {
          const reply = await shop.call('GET', '/events', { localAddress: hosted.nextAddress() });
          return reply.text.includes('evt_');
        });
        await hosted.host.advance(36_000);
      }
      const reply = await shop.call(method, renamed(path), sent);
      expect(reply, `${call} ${reply.text}`).toMatchObject({ status: 200 });
      expect(typesOf(reply.json)).toEqual(typesOf(JSON.parse(answer ?? '')));
      asked += 1;
    }
    const others = blocks.filter(({ language }) => language !== 'json');
    expect(others).toEqual([]);
    expect(asked).toBe(CALLS.length);
  });

  test.each(PAGES)('%s: the Portuguese page has the same headings, code and links', (page) => {
    const [english, portuguese] = [readDocument(page), readDocument(portugueseOf(page))];
    // No fence is overlooked.
    expect(blocksOf(english)).toHaveLength([...english.matchAll(/^\s*```/gm)].length / 2);
    expect(headingsOf(portuguese)).toEqual(headingsOf(english));
    expect(blocksOf(portuguese)).toEqual(blocksOf(english));
    const targets = (text: string) =>
      [...text.matchAll(/\]\((?:\.\.\/)*([^)#]*)[^)]*\)/g)].map(([, path = '']) => basename(path));
    expect(targets(portuguese)).toEqual(targets(english));
  });
});

/** Whether a block is run: as a command, as a file that a command starts, as an awaited line, or below. */
function isFollowed(block: Block, blocks: readonly Block[]): boolean {
  const { language, file } = block;
  if (file === undefined) return ['sh', 'text'].includes(language);
  const isStarted = blocks.some(({ language: of, code }) => of === 'sh' && code.includes(` ${file} `));
  return isStarted || isRunBelow(block);
}

/** Whether it is one of the guide's receivers or of its functions for a phone, which are run one by one: `receivers.proof.ts`, below. */
function isRunBelow({ code, file = '' }: Block): boolean {
  return DOCUMENTED.some((receiver) => receiver.code === code) || file.startsWith('phone.');
}

/** How a sample is run, by the ending of its file. */
const RUNNERS: Record<string, (file: string) => string[]> = {
  '.sh': (file) => ['sh', file],
  '.mjs': (file) => [process.execPath, file],
  '.php': (file) => ['php', file],
};

/** Whether it is left out on this machine, which has no PHP. */
const isLeftOut = (name: string) => isWithoutPhp && /php$/i.test(name);

/** Runs a command to its end; the service runs in this process, so it must not be blocked. */
function ended([command = '', ...args]: string[], env: Record<string, string>) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

async function created({ env: { BASE_URL, API_KEY } }: Reader): Promise<string> {
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ orderId: 'ORDER-1', amount: 10.5 });
  const reply = await fetch(`${BASE_URL}/payments/init`, { method: 'POST', headers, body });
  return ((await reply.json()) as { transactionId: string }).transactionId;
}

describe('the samples of each call', PATIENT, () => {
  test('are there in three languages', () => {
    const all = CALLS.flatMap((name) => Object.keys(RUNNERS).map((ending) => `${name}${ending}`));
    expect(SAMPLES.map((path) => basename(path))).toEqual(all.sort());
  });

  test.each(Object.keys(RUNNERS).filter((ending) => !isLeftOut(ending)))(
    '%s: print the answer, and end with the status and error of a refusal',
    async (ending) => {
      const command = RUNNERS[ending] as (typeof RUNNERS)[string];
      const own = CALLS.map((operation) => `docs/examples/calls/${operation}${ending}`);
      const reader = await newReader(hosted);
      const run = (file: string, env: object) => ended(command(file), { ...reader.env, ...env });
      try {
        for (const file of own) {
          const TRANSACTION_ID = await created(reader);
          const { status, stdout, stderr } = await run(file, { TRANSACTION_ID });
          expect([file, status, stderr]).toEqual([file, 0, '']);
          expect(
            SCHEMAS.filter((schema) => schema.safeParse(JSON.parse(stdout)).success).length,
            stdout,
          ).toBeGreaterThan(0);
          const refused = await run(file, { TRANSACTION_ID, API_KEY: 'sk_wrong' });
          expect(refused.status, file).not.toBe(0);
          expect(refused.stdout + refused.stderr).toMatch(/\b401\b/);
          expect(refused.stdout + refused.stderr).toContain(
            'Authorization header is missing or the API key is invalid',
          );
        }
      } finally {
        reader.leave();
      }
    },
  );
});

/**
 * As libphonenumber 9 writes and reads 912345678 of Portugal: national, international, E.164, dialled from Spain; with
 * the separators that it skips; and what is no Portuguese mobile number to it. The last of the first list: `Intl`
 * groups digits in Portuguese with the narrow space.
 */
const TYPED = [
  ...['912345678', '912 345 678', '+351 912 345 678', '+351912345678', '00 351 912 345 678', '00351912345678'],
  ...['351912345678', '(+351) 912 345 678', '912.345.678', '912-345-678', '912/345/678', ' 912345678\t'],
  ...['912\u00a0345\u00a0678', '912\u2011345\u2011678', '912\u2013345\u2013678', '\u202a+351 912 345 678\u202c'],
  ...['912\u200b345\u200b678', '912\u2212345\u2212678', '912\u202f345\u202f678'],
];
/**
 * One character between the digits: what Unicode calls white space, a format or a dash is skipped, no other control.
 */
const BETWEEN = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1));
const typedWith = (characters: RegExp) =>
  BETWEEN.filter((each) => characters.test(each)).map((each) => `912${each}345678`);
TYPED.push(...typedWith(/[\p{White_Space}\p{Cf}\p{Pd}]/u));
const NO_MOBILE_NUMBER = [
  ...typedWith(/(?!\p{White_Space})\p{Cc}/u),
  ...['', '91234567', '9123456789', '0912345678', '351 351912345678', '+34 912 345 678', '0034912345678'],
  ...['212 345 678', '+351 212 345 678', '912345678 ext 5', '912345678\n912345678', '+912345678', 'nove'],
];

/** What prints the number of each argument, or `none`. */
const PHONE_MAINS: Record<string, string> = {
  '.mjs': "for (const each of process.argv.slice(2)) console.log(phoneNumberOf(each) ?? 'none');",
  '.php': `foreach (array_slice($argv, 1) as $each) echo phoneNumberOf($each) ?? 'none', "\\n";`,
};

describe('the functions of the guide for the phone', PATIENT, () => {
  const shown = blocksOf(readDocument('docs/merchants/take-payments.md')).filter(({ file }) =>
    /^phone\./.test(file ?? ''),
  );

  test('are there in two languages, and the shop has the one in its own', () => {
    expect(shown.map(({ file }) => extname(file ?? '')).sort()).toEqual(Object.keys(PHONE_MAINS).sort());
    const [own] = shown.filter(({ file }) => file === 'phone.mjs');
    expect(readDocument('docs/examples/shop/checkout.mjs')).toContain(own?.code.replace('export ', ''));
  });

  const runnable = shown.filter(({ file = '' }) => !isLeftOut(file));
  test.each(runnable)('$file: makes nine digits of what customers type, and nothing of what is none', async (block) => {
    const { file = '', code } = block;
    const command = RUNNERS[extname(file)] as (typeof RUNNERS)[string];
    const dir = mkdtempSync(join(tmpdir(), 'phone-'));
    try {
      writeFileSync(join(dir, file), `${code}\n${PHONE_MAINS[extname(file)]}\n`);
      const { stdout, stderr } = await ended([...command(join(dir, file)), ...TYPED, ...NO_MOBILE_NUMBER], {});
      expect(stderr).toBe('');
      const numbers = stdout.trimEnd().split('\n');
      expect(numbers).toEqual([...TYPED.map(() => '912345678'), ...NO_MOBILE_NUMBER.map(() => 'none')]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
