import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect } from 'vitest';
import { hosted, hostedTest as test } from '../hosted/support/hosted-test.ts';
import { DESCRIPTION, ROOT, runTool } from './tools.ts';

/** A client as a merchant would generate it; below this folder, so that it finds the packages of the judges. */
const FOLDER = join(import.meta.dirname, 'node_modules', '.generated-client');

/**
 * Creates an MB WAY payment with the generated types. Its answers and bodies are typed, so that a mistake is an error.
 */
const SHOP = `import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const api = createClient<paths>({
  baseUrl: process.env.BASE_URL,
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});

const created = await api.POST('/payments/init', {
  params: { header: { 'Idempotency-Key': 'generated-client' } },
  body: { orderId: 'GENERATED-1', amount: 10.5 },
});
if (!created.data) throw new Error(created.error.error);
const { transactionId } = created.data;
const started = await api.POST('/payments/mbway', { body: { transactionId, phoneNumber: '910000000' } });
if (!started.data?.success) throw new Error(started.error?.error);
for (;;) {
  const { data, error } = await api.GET('/payments/status', { params: { query: { transactionId } } });
  if (!data) throw new Error(error.error);
  const { status } = data;
  if (status !== 'pending') {
    console.log(JSON.stringify({ status, amount: data.amount, method: data.paymentMethod, paidAt: data.paidAt }));
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}
`;

test.beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const { status, stderr } = runTool('openapi-typescript', DESCRIPTION, '--output', join(FOLDER, 'api.d.ts'));
  expect(status, stderr).toBe(0);
});

/** The compiler's complaints about a client of this text. */
function complaints(text: string): string[] {
  const file = join(FOLDER, 'shop.ts');
  writeFileSync(file, text);
  const options = '--strict --noEmit --target es2022 --module nodenext --allowImportingTsExtensions --types node';
  const typeRoots = join(ROOT, 'node_modules', '@types');
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, ...options.split(' '), '--typeRoots', typeRoots, '--ignoreConfig', file];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

test('a client that openapi-typescript generates compiles, and takes a payment', async () => {
  console.log(
    `  openapi-typescript: ${readFileSync(join(FOLDER, 'api.d.ts'), 'utf8').split('\n').length} lines of types`,
  );
  expect(complaints(SHOP)).toEqual([]);
  const bundle = join(FOLDER, 'shop.mjs');
  buildSync({ entryPoints: [join(FOLDER, 'shop.ts')], outfile: bundle, bundle: true, format: 'esm', platform: 'node' });
  const { account } = await hosted.shop();
  const env = { ...process.env, BASE_URL: hosted.baseUrl, API_KEY: account.apiKey };
  const { stdout } = await promisify(execFile)(process.execPath, [bundle], { env });
  const paid = JSON.parse(stdout);
  console.log(`  ${JSON.stringify(paid)}`);
  expect(paid).toEqual({ status: 'paid', amount: 10.5, method: 'MBWAY', paidAt: expect.stringMatching(/Z$/) });
});

test('the compiler finds every planted mistake', () => {
  const planted: [right: string, wrong: string, complaint: RegExp][] = [
    ["orderId: 'GENERATED-1'", "order: 'GENERATED-1'", /'order'/],
    ["phoneNumber: '910000000'", 'phoneNumber: 910000000', /'number' is not assignable to type 'string'/],
    ["!== 'pending'", "!== 'done'", /no overlap/],
    // Beside the right call, whose answer has a type.
    ['  await new Promise', "  await api.GET('/payments/state', {});\n  await new Promise", /payments\/state/],
  ];
  const spoiled = planted.reduce((text, [right, wrong]) => text.replace(right, wrong), SHOP);
  const found = complaints(spoiled).join('\n');
  for (const [right, wrong, complaint] of planted) {
    expect(SHOP).toContain(right);
    expect(found, wrong).toMatch(complaint);
  }
});
