import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { totalsOn } from '../finance/wiring.ts';
import { keysOn, merchantsOn } from '../merchants/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { resendManyOn, webhooksOn } from '../webhooks/wiring.ts';
import { readAccount } from './accounts/account.ts';
import { listAudit } from './accounts/history.ts';
import { auditInput, merchantInput } from './accounts/history-input.ts';
import { bulkResend, bulkResendInput } from './finance/bulk-resend.ts';
import { exceptionsInput, listExceptions } from './finance/exceptions-list.ts';
import { listMovements, movementsInput } from './finance/movements/movements.ts';
import { totals, totalsInput } from './finance/totals.ts';
import { listUndelivered, undeliveredInput } from './finance/undelivered.ts';
import { exceptionsListOn, movementsOn } from './finance/wiring.ts';
import { type MeRoute, on, type Routes } from './routes.ts';
import { listApiKeys } from './settings/api-keys.ts';
import { readWebhookSettings } from './settings/webhook-settings.ts';
import { testAttempts, testAttemptsInput } from './settings/webhook-test.ts';
import { transactionDetail } from './transactions/transaction-detail.ts';
import { resendInput, resendTransaction } from './transactions/transaction-resend.ts';
import { listTransactions } from './transactions/transactions.ts';
import { exportInput, exportTransactions } from './transactions/transactions-export.ts';
import { detailInput, listInput } from './transactions/transactions-input.ts';
import { detailOn, entriesOn, listOn } from './transactions/wiring.ts';

interface Clients {
  dynamo: DynamoDBClient;
  sqs: SQSClient;
  clock: Clock;
  logger: Logger;
}
interface Names {
  merchants: string;
  transactions: string;
  rateLimits: string;
  deliveriesUrl: string;
}

/** What everyone who is signed in may do: read and resend within their own scope, which of staff is every merchant. */
export function meRoutes(clients: Clients, names: Names): Routes<MeRoute> {
  const { clock } = clients;
  const { merchants, merchantIds, history: audit } = merchantsOn(clients, names);
  const { readKey, lastUse } = keysOn(clients, names);
  const { find, resend, ...others } = resendManyOn(clients, names);
  const { deliveries } = webhooksOn(clients, names);
  return {
    'GET /me/account': on(merchantInput, readAccount({ merchants })),
    'POST /me/history/search': on(auditInput, listAudit({ merchants, audit })),
    'GET /me/api-keys': on(merchantInput, listApiKeys({ merchants, readKey, lastUse, clock })),
    'GET /me/webhook': on(merchantInput, readWebhookSettings({ merchants, find, clock })),
    'GET /me/webhook/tests/{testId}': on(testAttemptsInput, testAttempts({ readEvent: deliveries.read })),
    'POST /me/transactions/search': on(listInput, listTransactions(listOn(clients, names))),
    'POST /me/transactions/export': on(exportInput, exportTransactions(entriesOn(clients, names))),
    'GET /me/transactions/{transactionId}': on(detailInput, transactionDetail(detailOn(clients, names))),
    'POST /me/transactions/{transactionId}/resend': {
      ...on(resendInput, resendTransaction({ resend })),
      isChange: true,
    },
    'POST /me/undelivered/search': on(undeliveredInput, listUndelivered({ find })),
    'POST /me/undelivered/resend': {
      ...on(bulkResendInput, bulkResend({ find, resend, ...others })),
      isChange: true,
    },
    'POST /me/exceptions/search': on(exceptionsInput, listExceptions(exceptionsListOn(clients, names))),
    'POST /me/movements/search': on(movementsInput, listMovements(movementsOn(clients, names))),
    'POST /me/totals': on(totalsInput, totals({ ...totalsOn(clients, names), merchantIds })),
  };
}
