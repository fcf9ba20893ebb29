import type { SQSClient } from '@aws-sdk/client-sqs';
import { totalsOn } from '../finance/wiring.ts';
import { keysOn, merchantsOn } from '../merchants/wiring.ts';
import type { Logger } from '../runtime/logger.ts';
import { resendManyOn, webhooksOn } from '../webhooks/wiring.ts';
import { readAccount } from './accounts/account.ts';
import { historyInput, listHistory } from './accounts/history.ts';
import { bulkResend, bulkResendInput } from './finance/bulk-resend.ts';
import { exceptionsInput, listExceptions } from './finance/exceptions-list.ts';
import { listMovements, movementsInput } from './finance/movements/movements.ts';
import { totals, totalsInput } from './finance/totals.ts';
import { listUndelivered, undeliveredInput } from './finance/undelivered.ts';
import { merchantInput } from './inputs.ts';
import { on } from './routes.ts';
import { listApiKeys } from './settings/api-keys.ts';
import { readWebhookSettings } from './settings/webhook-settings.ts';
import { testAttempts, testAttemptsInput } from './settings/webhook-test.ts';
import { transactionDetail } from './transactions/transaction-detail.ts';
import { resendInput, resendTransaction } from './transactions/transaction-resend.ts';
import { listTransactions } from './transactions/transactions.ts';
import { detailInput, listInput } from './transactions/transactions-input.ts';
import { type Clients, detailOn, listsOn, type Tables } from './wiring.ts';

type MeClients = Clients & { sqs: SQSClient; logger: Logger };
type MeNames = Tables & { rateLimits: string; deliveriesUrl: string };

/** What everyone who is signed in may do: read and resend within their own scope, which of staff is every merchant. */
export function meRoutes(clients: MeClients, names: MeNames) {
  const { clock } = clients;
  const { merchants, history } = merchantsOn(clients, names);
  const { readKey, lastUse } = keysOn(clients, names);
  const resending = resendManyOn(clients, names);
  const { find, resend, isRefunded } = resending;
  const { deliveries } = webhooksOn(clients, names);
  const lists = listsOn(clients, names);
  const { merchantIds } = lists;
  return {
    'GET /me/account': on(merchantInput, readAccount({ merchants })),
    'POST /me/history/search': on(historyInput, listHistory({ merchants, history })),
    'GET /me/api-keys': on(merchantInput, listApiKeys({ merchants, readKey, lastUse, clock })),
    'GET /me/webhook': on(merchantInput, readWebhookSettings({ merchants, find, isRefunded, clock })),
    'GET /me/webhook/tests/{testId}': on(testAttemptsInput, testAttempts({ readEvent: deliveries.read })),
    'POST /me/transactions/search': on(listInput, listTransactions(lists)),
    'GET /me/transactions/{transactionId}': on(detailInput, transactionDetail(detailOn(clients, names))),
    'POST /me/transactions/{transactionId}/resend': on(resendInput, resendTransaction({ resend })),
    'POST /me/undelivered/search': on(undeliveredInput, listUndelivered({ find })),
    'POST /me/undelivered/resend': on(bulkResendInput, bulkResend(resending)),
    'POST /me/exceptions/search': on(exceptionsInput, listExceptions(lists)),
    'POST /me/movements/search': on(movementsInput, listMovements(lists)),
    'POST /me/totals': on(totalsInput, totals({ ...totalsOn(clients, names), merchantIds })),
  };
}
