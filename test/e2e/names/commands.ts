import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { advance, control, JUMP_MAPS, type Shop, type Stage } from './stage.ts';

export type Json = Record<string, never>;

/** Runs a command with `--json`; its exit status and every field of what it prints count as met. A wrong flag fails. */
export async function json(stage: Stage, line: string): Promise<Json> {
  const [name = '', ...args] = line.split(' ');
  const { status, stdout, stderr } = await stage.service.run(name, ...args, '--json');
  const subcommand = args[0]?.startsWith('--') === false ? ` ${args[0]}` : '';
  const surface = `npm run ${name}${subcommand}`;
  if (status === 2 || stdout === '') throw new Error(`${line}: ${status} ${stdout}${stderr}`);
  const printed = JSON.parse(stdout);
  stage.met.add(`${surface} --json: ${status}`, printed, MAPS);
  return printed;
}

/** What their keys name is data: functions, languages. */
const MAPS = [...JUMP_MAPS, 'exceptions[].means', 'exception.means'];
const BY = '--who ana --why test';

type Shops = Record<'loja' | 'failing' | 'pending', Shop>;

/** An active merchant of each bank, and one that is pending. */
export async function playMerchants(stage: Stage): Promise<Shops> {
  const { receiver } = stage;
  const create = async (rest: string) => (await json(stage, `merchant create --name ${rest} ${BY}`)) as unknown as Shop;
  const loja = await create(`loja --webhook-url ${receiver.url(200)} --status active`);
  const failing = await create(
    `falha --webhook-url ${receiver.url(500)} --status active --bank-account sandbox-ifthenpay`,
  );
  const pending = await create('espera');
  await json(stage, 'bank register --account sandbox-ifthenpay');
  await json(stage, 'bank register --dry-run');
  return { loja, failing, pending };
}

/** Every change of a merchant; the rotations go on. */
export async function playChanges(stage: Stage, { loja, failing, pending }: Shops): Promise<void> {
  for (const status of ['active', 'suspended']) {
    await json(stage, `merchant set-status ${pending.merchantId} ${status} ${BY}`);
  }
  await json(stage, `merchant set-webhook ${failing.merchantId} --off ${BY}`);
  await json(stage, `merchant rotate-api-key ${loja.merchantId} --overlap 24h ${BY}`);
  await json(stage, `merchant rotate-webhook-secret ${loja.merchantId} ${BY}`);
  await json(stage, 'merchant list');
}

export async function endRotations(stage: Stage, { merchantId }: Shop): Promise<void> {
  await json(stage, `merchant end-old-api-key ${merchantId} ${BY}`);
  await json(stage, `merchant switch-webhook-secret ${merchantId} ${BY}`);
  await json(stage, `merchant show ${merchantId}`);
  await json(stage, `merchant audit ${merchantId} --before 99`);
}

/** What did not arrive, and is sent again. */
export async function playDeliveries(stage: Stage, { merchantId }: Shop, transactionId: string, day: string) {
  await json(stage, `merchant set-webhook ${merchantId} --url ${stage.receiver.url(200)} --on ${BY}`);
  const times = `--from ${day} --to ${day}`;
  await json(stage, `deliveries list --merchant ${merchantId} --state not_delivered ${times} --limit 1`);
  await json(stage, `deliveries resend ${transactionId} --event newest ${BY}`);
  await json(stage, `deliveries resend --state skipped --merchant ${merchantId} ${times} ${BY}`);
  await advance(stage, { advanceMs: 0 });
  await json(stage, `deliveries show ${transactionId}`);
}

/** An exception in the hands of people: the second closing is too late. */
export async function playExceptions(stage: Stage, transactionId: string, kind: string): Promise<void> {
  const times = '--from 2020-01-01 --to 2099-01-01';
  await json(stage, `exceptions list ${times} --limit 100`);
  await json(stage, `exceptions assign ${transactionId} ${kind} --to rui --who ana`);
  await json(stage, `exceptions close ${transactionId} ${kind} --outcome kept --note noted --who ana`);
  await json(stage, `exceptions close ${transactionId} ${kind} --outcome shipped --note other --who rui`);
  await json(stage, `exceptions list --closed ${times}`);
  await json(stage, `exceptions show ${transactionId}`);
}

/** A day beside a bank that does not answer, and beside its file. `lines` are made from the beginning of the day. */
export async function reconcile(stage: Stage, day: string, lines: (from: string) => Promise<string[]>): Promise<void> {
  await control(stage, 'POST /control/trouble', undefined, { trouble: 'unavailable', seconds: 60 });
  const alone = (await json(stage, `reconcile --date ${day} --account sandbox`)) as unknown as {
    day: { from: string };
  };
  await control(stage, 'POST /control/trouble', undefined, { trouble: 'none' });
  const file = join(stage.service.folder, 'bank.csv');
  const csv = join(stage.service.folder, 'out.csv');
  writeFileSync(file, [BANK_COLUMNS, ...(await lines(alone.day.from))].join('\r\n'));
  await json(stage, `reconcile --date ${day} --account sandbox --import ${file} --csv ${csv}`);
  const [heading = ''] = readFileSync(csv, 'utf8').replace('\uFEFF', '').split('\r\n');
  stage.met.names('CSV of npm run reconcile', heading.split(';'));
}

const BANK_COLUMNS = 'datetime;kind;entity;reference;bankId;merchantTransactionId;gross;fee;net';

/** Calls that a command refuses, and one that cannot be done. */
export async function playMisuse({ service, met }: Stage): Promise<void> {
  for (const line of [
    'merchant nonsense',
    'clock advance',
    'deliveries show tx_none',
    'totals show --from 2020-01-01',
  ]) {
    const [name = '', ...args] = line.split(' ');
    met.add('exit status', { [line]: (await service.run(name, ...args)).status });
  }
}
