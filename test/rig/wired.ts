import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type BankAccountsOptions, bankAccounts } from '../../functions/banking/bank-accounts.ts';
import { authorizeOn } from '../../functions/gateway/wiring.ts';
import { accounts } from '../../functions/merchants/accounts/accounts.ts';
import { keyringOf } from '../../functions/merchants/keys/keyring.ts';
import { keysOn, merchantsOn } from '../../functions/merchants/wiring.ts';
import type { SendPoll } from '../../functions/payments/settle/poll.ts';
import { phoneHashFrom } from '../../functions/payments/start/phone.ts';
import { initOn, paymentsOn } from '../../functions/payments/wiring.ts';
import type { Clock } from '../../functions/runtime/clock.ts';
import type { LogFields, Logger } from '../../functions/runtime/logger.ts';
import { webhooksOn } from '../../functions/webhooks/wiring.ts';
import { TABLES } from './tables.ts';

/** The domains on the tables of the tests. */

export const KEYRING = keyringOf(JSON.stringify({ k1: 'x'.repeat(64) }));

export const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

type LogLine = LogFields & { level: 'info' | 'warn' | 'error'; message: string };

/** A logger that records its lines. */
export function recordingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, ...fields });
  return { lines, logger: { info: at('info'), warn: at('warn'), error: at('error') } };
}

/** Of every settlement. */
const REQUEST_ID = '5f0c6a7e-2f0b-4a38-9d53-0d8a7c5f1b11';

export function paymentsIn(dynamo: DynamoDBClient, clock: Clock = Date.now) {
  return {
    ...paymentsOn({ dynamo, clock, requestId: () => REQUEST_ID }, TABLES),
    ...initOn({ dynamo, clock }, TABLES),
  };
}

/** What the payment functions, polls and sweeps are wired with, and a logger. No pause takes time. */
export function wiredWithBanks(
  client: DynamoDBClient,
  clock: () => number,
  banks: Omit<BankAccountsOptions, 'clock'>,
  sendPoll: SendPoll,
) {
  return {
    ...recordingLogger(),
    ...paymentsIn(client, clock),
    phoneHash: phoneHashFrom(async () => KEYRING),
    bankAccounts: bankAccounts({ ...banks, clock }),
    sendPoll,
    sleep: async (_durationMs: number): Promise<void> => undefined,
    recoverDelivery: async () => undefined,
  };
}

export const webhooksIn = (dynamo: DynamoDBClient, clock: Clock = Date.now) => webhooksOn({ dynamo, clock }, TABLES);

export const merchantsIn = (dynamo: DynamoDBClient) => ({
  ...merchantsOn({ dynamo }, TABLES),
  ...keysOn({ dynamo }, TABLES),
});

/** The accounts as an operator's command has them. */
export const accountsIn = (dynamo: DynamoDBClient, clock: Clock = Date.now) =>
  accounts({ merchants: merchantsIn(dynamo).merchants, keyring: async () => KEYRING, clock });

export const authorizerIn = (dynamo: DynamoDBClient, clock: Clock = Date.now, logger = SILENT) =>
  authorizeOn({ dynamo, clock, logger }, TABLES);
