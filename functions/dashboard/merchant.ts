import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { hourlyResendChange, mailChange } from '../merchants/accounts/account-changes.ts';
import { merchantsOn } from '../merchants/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { currentRequestId } from '../runtime/logger.ts';
import { newTestId } from '../webhooks/test-event/test-event.ts';
import { testEventsOn } from '../webhooks/wiring.ts';
import { noInput } from './endpoint.ts';
import { type MerchantRoute, on, type Routes } from './routes.ts';
import { companyInput, saveCompany } from './settings/company.ts';
import { switchAccount } from './settings/switches.ts';
import { saveUrlInput, saveWebhookUrl, toggleInput, toggleWebhooks } from './settings/webhook-settings.ts';
import { testWebhook } from './settings/webhook-test.ts';

interface Clients {
  dynamo: DynamoDBClient;
  clock: Clock;
}
interface Names {
  merchants: string;
  transactions: string;
}

/** What a merchant sets of its own account, but for its keys and secrets. */
export function merchantRoutes(
  { dynamo, clock }: Clients,
  names: Names,
  { permitLoopback }: { permitLoopback: boolean },
): Routes<MerchantRoute> {
  const { merchants } = merchantsOn({ dynamo }, names);
  const sendTest = testEventsOn({ dynamo, clock, requestId: currentRequestId }, names);
  const test = testWebhook({ merchants, newTestId, sendTest, clock });
  return {
    'PUT /merchant/mail': on(toggleInput, switchAccount({ merchants, clock }, mailChange)),
    'PUT /merchant/webhook/hourly-resend': on(toggleInput, switchAccount({ merchants, clock }, hourlyResendChange)),
    'PUT /merchant/company': on(companyInput, saveCompany({ merchants, clock })),
    'PUT /merchant/webhook/url': on(saveUrlInput, saveWebhookUrl({ merchants, clock, permitLoopback })),
    'PUT /merchant/webhook/enabled': on(toggleInput, toggleWebhooks({ merchants, clock })),
    'POST /merchant/webhook/tests': on(noInput, (_, caller) => test(caller)),
  };
}
