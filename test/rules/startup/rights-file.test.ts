import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rightsFile } from '../../../lib/startup/rights-file.ts';

test('a right is written when it is first used, and again with keys that are new, up to 20; repeats are counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-file-'));
  const file = join(folder, 'rights.jsonl');
  const record = rightsFile(file, 0);
  const put = { functionName: 'f', action: 'dynamodb:PutItem', resource: 'arn:aws:dynamodb:::table/t' };
  record(put);
  for (const key of ['a', 'a', 'b']) record({ ...put, leadingKeys: [key] });
  for (let key = 0; key < 30; key += 1) record({ ...put, leadingKeys: [String(key)] });
  const written = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
  const keyed = ['a', 'b', ...Array.from({ length: 18 }, (_, key) => String(key))].map((key) => [key]);
  const first = [{ ...put, calls: 1 }, ...keyed.map((leadingKeys) => ({ ...put, leadingKeys, calls: 1 }))];
  await expect.poll(written).toEqual([...first, { ...put, calls: 13 }]);
  rmSync(folder, { recursive: true });
});
