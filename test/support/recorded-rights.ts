import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RightLine } from '../../lib/startup/rights-file.ts';

/**
 * One JSON line for each right that a function used in the latest run of every test, which `npm run judges` holds to
 * its role.
 */
export const RIGHTS_FILE = join(import.meta.dirname, '..', '..', '.cache', 'rights.jsonl');

export type RecordedRight = Required<RightLine>;

/** Represents many functions of the dashboard, whose calls the tests of the dashboard record one by one. */
const A_PERSON = 'in-process dashboard';

/** Functions of the runs that wire the product themselves, by their names there. */
const IN_PROCESS: Record<string, string> = {
  authorize: 'gateway-authorize',
  init: 'payments-init',
  mbway: 'payments-mbway',
  multibanco: 'payments-multibanco',
  status: 'payments-status',
  notification: 'payments-notification',
  sweep: 'payments-sweep',
  relay: 'webhooks-relay',
  deliver: 'webhooks-deliver',
  resend: 'dashboard-transaction-resend',
  test: 'dashboard-webhook-test',
};

/** Their tables, queues and secrets, by the construct or the name of the deployed ones. */
const THEIR_NAMES: Record<string, RegExp> = {
  'table/transactions': /table\/.*-Transactions[0-9A-F]{8}-\w+$/,
  'table/merchants': /table\/.*-Merchants[0-9A-F]{8}-\w+$/,
  'table/rate-limits': /table\/.*-RateLimits[0-9A-F]{8}-\w+$/,
  deliveries: /DeliveriesQueue[0-9A-F]{8}-\w+$/,
  'delivery-retries': /DeliveryRetriesQueue[0-9A-F]{8}-\w+$/,
  'deliveries-dead': /DeliveriesDeadLetters[0-9A-F]{8}-\w+$/,
  'retries-dead': /DeliveryRetriesDeadLetters[0-9A-F]{8}-\w+$/,
  'unrelayed-dead': /UnrelayedRecords[0-9A-F]{8}-\w+$/,
  'secret:keyring-xxxxxx': /-Keyring[0-9A-F]{8}-\w+-xxxxxx$/,
  'secret:bank-main-xxxxxx': /secret:.*bank-accounts\/sandbox-xxxxxx/,
};

/** A right of such a run as the deployed function would need it. */
function asDeployed(right: RightLine, resources: readonly string[]): RightLine {
  const [, name = ''] = /^in-process (.*)/.exec(right.functionName) ?? [];
  if (name === '') return right;
  const functionName = `payment-service-dev-${IN_PROCESS[name] ?? name}`;
  const [, their = '', index = ''] = /^arn:\w+:\w+:[\w-]+:\d+:(.*?)(\/index\/\w+)?$/.exec(right.resource) ?? [];
  const deployed = resources.find((resource) => THEIR_NAMES[their]?.test(resource));
  if (!deployed) throw new Error(`No deployed resource is known for ${right.resource} of ${name}`);
  return { ...right, functionName, resource: deployed + index };
}

/**
 * The rights of a run, each once by function, action and resource, with all of its keys. `granted`: resources in roles.
 */
export function recordedRights(granted: readonly string[]): RecordedRight[] {
  if (!existsSync(RIGHTS_FILE)) return [];
  const rights = new Map<string, RecordedRight>();
  const lines = readFileSync(RIGHTS_FILE, 'utf8').split('\n').filter(Boolean);
  const read = lines.map((line) => JSON.parse(line) as RightLine).filter((line) => line.functionName !== A_PERSON);
  const resources = [...new Set([...read.map(({ resource }) => resource), ...granted])];
  for (const each of read) {
    const right = asDeployed(each, resources);
    const name = `${right.functionName} ${right.action} ${right.resource}`;
    const { calls, leadingKeys } = rights.get(name) ?? { calls: 0, leadingKeys: [] };
    const keys = new Set([...leadingKeys, ...(right.leadingKeys ?? [])]);
    rights.set(name, { ...right, calls: calls + right.calls, leadingKeys: [...keys] });
  }
  return [...rights.values()];
}
