import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rightsFile } from '../../../lib/startup/rights-file.ts';

test('a right is written when it is first used, and again with keys that are new, up to 20', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-file-'));
  const file = join(folder, 'rights.jsonl');
  const record = rightsFile(file);
  const put = { functionName: 'f', action: 'dynamodb:PutItem', resource: 'arn:aws:dynamodb:::table/t' };
  record(put);
  for (const key of ['a', 'a', 'b']) record({ ...put, leadingKeys: [key] });
  for (let key = 0; key < 30; key += 1) record({ ...put, leadingKeys: [String(key)] });
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const written = lines.map((line) => JSON.parse(line) as object);
  const keyed = ['a', 'b', ...Array.from({ length: 18 }, (_, key) => String(key))].map((key) => [key]);
  expect(written).toEqual([{ ...put, calls: 1 }, ...keyed.map((leadingKeys) => ({ ...put, leadingKeys, calls: 1 }))]);
  rmSync(folder, { recursive: true });
});
