import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DESCRIPTION, runTool } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-service-description-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Findings of a linter as `rule: message`. */
type Linter = (path: string) => string[];

const redocly: Linter = (path) => {
  // The licence is proprietary: it has no identifier of SPDX and no public text.
  const unlicensed = ['--skip-rule', 'info-license-strict'];
  const { stdout, stderr } = runTool('redocly', 'lint', path, '--extends=recommended', ...unlicensed, '--format=json');
  const { totals, problems } = JSON.parse(stdout || fail(stderr)) as {
    totals: { errors: number; warnings: number };
    problems: { ruleId: string; message: string }[];
  };
  expect(problems).toHaveLength(totals.errors + totals.warnings);
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const spectral: Linter = (path) => {
  const ruleset = join(import.meta.dirname, 'spectral.yaml');
  const { stdout, stderr } = runTool('spectral', 'lint', path, '--ruleset', ruleset, '--format', 'json', '--quiet');
  const problems = JSON.parse(stdout || fail(stderr)) as { code: string; message: string }[];
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

const LINTERS: Record<string, Linter> = { redocly, spectral };

const INIT = ['paths', '/payments/init', 'post'];
const ANSWER = [...INIT, 'responses', '200', 'content', 'application/json'];
const ORDER_ID = ['components', 'schemas', 'CreateTransactionRequest', 'properties', 'orderId'];

/** Mistakes that each linter must find, by the rule that names them: what is put at which path, or removed from it. */
const PLANTED: [linter: string, rule: RegExp, path: string[], value?: unknown][] = [
  ['redocly', /^security-defined/, ['security'], [{ none: [] }]],
  ['redocly', /^operation-operationId-unique/, [...INIT, 'operationId'], 'readTransaction'],
  ['redocly', /^no-unresolved-refs/, ['components', 'responses', 'Internal']],
  ['spectral', /^oas3-valid-media-example/, [...ANSWER, 'example', 'amount'], '10.50'],
  ['spectral', /^owasp:api8:2023-define-error-responses-401/, [...INIT, 'responses', '401']],
  ['spectral', /^owasp:api4:2023-string-limit/, [...ORDER_ID, 'maxLength']],
  ['spectral', /^owasp:api8:2023-no-server-http/, ['servers', '0', 'url'], 'http://example.com'],
  ['spectral', /^owasp:api2:2023-write-restricted/, ['security']],
];

test.each(Object.entries(LINTERS))('%s finds nothing in the OpenAPI document', (name, lint) => {
  const text = readFileSync(DESCRIPTION, 'utf8');
  const findings = lint(DESCRIPTION);
  console.log(`  ${name}: ${findings.length} findings in ${text.split('\n').length} lines`);
  expect(findings).toEqual([]);
});

test.each(Object.entries(LINTERS))('%s finds all that is planted', (name, lint) => {
  const planted = PLANTED.filter(([linter]) => linter === name);
  const document = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  for (const [, , path, value] of planted) {
    const parent = path.slice(0, -1).reduce((at, key) => at[key], document);
    const last = path.at(-1) ?? '';
    expect(parent).toHaveProperty([last]);
    // Undefined is left out of the file.
    parent[last] = value;
  }
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const findings = lint(file);
  for (const [, rule] of planted)
    expect(
      findings.filter((finding) => rule.test(finding)),
      `${rule}`,
    ).not.toEqual([]);
});

function fail(stderr: string): never {
  throw new Error(`the linter printed nothing: ${stderr}`);
}
