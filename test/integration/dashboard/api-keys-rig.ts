import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { accountHistory, decideOnAccount } from '../../../functions/dashboard/accounts/account-status.ts';
import { listAudit } from '../../../functions/dashboard/accounts/history.ts';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import {
  endOldApiKey,
  listApiKeys,
  revealApiKey,
  rotateApiKey,
} from '../../../functions/dashboard/settings/api-keys.ts';
import { authorize } from '../../../functions/gateway/authorize.ts';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { apiKeyRotation } from '../../../functions/merchants/keys/api-key-rotation.ts';
import { recordingUse } from '../../../functions/merchants/keys/api-key-use.ts';
import { fromAttributes } from '../../../functions/runtime/attributes.ts';
import { rigTest } from '../../fixtures/tables.ts';
import { authorizerEvent } from '../../support/api-event.ts';
import { createTables, type Database, TABLES } from '../../support/created-tables.ts';
import { KEYRING, keepingLogger, merchantsIn } from '../../support/wired.ts';

export const BEGIN_MS = Date.UTC(2026, 10, 20, 12);

export const OPERATOR: DashboardCaller = { userId: 'olga', roles: ['operator'] };
export const FINANCE: DashboardCaller = { userId: 'filipa', roles: ['finance'] };
export const ownerOf = (merchantId: string): DashboardCaller => ({ userId: 'maria', roles: ['merchant'], merchantId });

/** Of the file that runs. */
export let rig: Awaited<ReturnType<typeof startAccountsRig>>;

export const test = rigTest(async (database) => {
  rig = await startAccountsRig(database);
  return rig;
}).extend('begun', { auto: true }, async ({ rig: own }) => {
  own.time.nowMs = BEGIN_MS;
  own.notes.length = 0;
});

/** Real tables, the functions of the dashboard on them, the authorizer, and a clock that a test moves. */
async function startAccountsRig({ client }: Database) {
  await createTables(client);
  const time = { nowMs: BEGIN_MS };
  const clock = () => time.nowMs;
  const keyring = async () => KEYRING;
  const merchants = merchantsIn(client).merchants;
  const audit = merchantsIn(client).history;
  const rotation = apiKeyRotation({ merchants, keyring, clock });
  const operator = accounts({ merchants, keyring, clock });
  const { logger, lines } = keepingLogger();
  const find = merchantsIn(client).findApiKey;
  const notes: string[] = [];
  const noteIn = merchantsIn(client).recordUse;
  const note = async (hash: string, atMs: number) => {
    notes.push(hash);
    await noteIn(hash, atMs);
  };

  /** An execution environment of the authorizer; its memory is its own. */
  const authorizer = (changes: Partial<Parameters<typeof recordingUse>[1]> = {}) => {
    const run = authorize({
      meter: async () => ({ kind: 'admitted', remaining: 29, resetMs: 60_000 }),
      refusals: { retryAtMs: () => undefined, remember: () => undefined },
      findApiKey: recordingUse(find, { record: note, clock, logger, ...changes }),
      withinLimitKey: 'within',
      overLimitKey: 'over',
      clock,
      logger,
    });
    /** `Allow`, `Deny`, or `Unauthorized` as API Gateway receives it. */
    return async (apiKey: string): Promise<string> => {
      try {
        const answer = await run(authorizerEvent('203.0.113.1', [['Authorization', `Bearer ${apiKey}`]]));
        return answer.policyDocument.Statement[0]?.Effect ?? '';
      } catch (error) {
        return (error as Error).message;
      }
    };
  };

  const keyDependencies = {
    ...{ merchants, keyring, rotation, clock },
    readKey: merchantsIn(client).readKey,
    lastUse: merchantsIn(client).lastUse,
  };
  return {
    client,
    time,
    clock,
    keyring,
    merchants,
    operator,
    lines,
    /** Hashes of the keys whose use was written, in order. */
    notes,
    authorizer,
    keys: {
      list: listApiKeys(keyDependencies),
      reveal: revealApiKey(keyDependencies),
      rotate: rotateApiKey(keyDependencies),
      endOld: endOldApiKey(keyDependencies),
    },
    listAudit: listAudit({ merchants, audit }),
    decide: decideOnAccount({ merchants, clock }),
    history: accountHistory({ merchants, audit }),
    create: (status: AccountStatus = 'active', webhookUrl?: string) =>
      operator.create({ name: 'Shop', status, bankAccount: 'main', ...(webhookUrl !== undefined && { webhookUrl }) }),
    /** Every item of the merchants' table, as plain objects. */
    everything: async () =>
      ((await client.send(new ScanCommand({ TableName: TABLES.merchants, ConsistentRead: true }))).Items ?? []).map(
        fromAttributes,
      ),
    stop: async () => undefined,
  };
}
