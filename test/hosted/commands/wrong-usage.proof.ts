import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { commandShell, ownFolder } from '../support/command-lines.ts';

// A folder without a service: what is not refused by its arguments ends with status 1.
const folder = ownFolder();
const { shell, close } = commandShell(folder);
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['merchant destroy', 'unknown command: destroy'],
  ['merchant create', '--name is missing'],
  ['merchant create --name X --status rich', 'status must be one of pending, active, suspended, refused'],
  ['merchant set-status mer_1', 'status must be one of'],
  ['merchant set-webhook mer_1 --on --off', 'either --on or --off'],
  ['merchant set-webhook mer_1', 'give --url, --on, --off or --hourly-resend'],
  ['merchant list --jsno', "Unknown option '--jsno'"],
  ['merchant list mer_1', 'list: unexpected mer_1'],
  ['merchant list --why x', '--why is not for list'],
  ['merchant rotate-api-key mer_1 --overlap=8d', '--overlap must be 0 to 7d'],
  ['merchant rotate-api-key mer_1 --overlap=-1h', '--overlap must be 0 to 7d'],
  ['transaction show tx_1 tx_2', 'show: unexpected tx_2'],
  ['transaction show', 'the transaction id is missing'],
  ['transaction show tx_1 --stage nope', 'stage: "nope" is not one of dev, prod'],
  ['api GET', 'the path is missing'],
  ['api GET /me/account {} {}', 'GET: unexpected {}'],
  ['api DELETE /me/account', 'unknown command: DELETE'],
  ['clock advance', 'the duration is missing or malformed'],
  ['clock advance -4m', "Unknown option '-4'"],
  ['docs now', "Unexpected argument 'now'"],
  ['smoke --stage dev --local', '--local and --stage: name one of them'],
])('%s: refused before it connects to a service', async (line, text) => {
  const [command = '', ...args] = line.split(' ');
  const ended = await shell(command, ...args);
  expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(text) });
  expect(ended.stderr).toMatch(/\nSee --help\.\n$/);
});

test('without arguments a command prints its usage with status 2, with --help with status 0', async () => {
  const [bare, help] = [await shell('transaction'), await shell('transaction', 'show', '--help')];
  expect([bare.status, help.status, help.stdout]).toEqual([2, 0, bare.stdout]);
  expect(help.stdout).toContain('npm run transaction -- show');
});

test('without a service, or the region of a stage, it ends with status 1 and one line', async () => {
  const noService = await shell('transaction', 'show', 'tx_1');
  expect(noService).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^no local service is running in .*\n$/),
  });
  const noRegion = await shell('transaction', 'show', 'tx_1', '--stage', 'dev');
  const line = /^The AWS region of stage dev is not known: set AWS_REGION, .*AWS_PROFILE.*\n$/;
  expect(noRegion).toMatchObject({ status: 1, stderr: expect.stringMatching(line) });
});
