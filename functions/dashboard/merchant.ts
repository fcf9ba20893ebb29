import { companyChange, hourlyResendChange, mailChange } from '../merchants/accounts/account-changes.ts';
import { merchantsOn } from '../merchants/wiring.ts';
import { currentRequestId } from '../runtime/logger.ts';
import { newTestId } from '../webhooks/test-event/test-event.ts';
import { testEventsOn } from '../webhooks/wiring.ts';
import { saveSetting } from './account-rules.ts';
import { noInput, on } from './routes.ts';
import { companyInput } from './settings/company.ts';
import { switchAccount } from './settings/switches.ts';
import { saveUrlInput, saveWebhookUrl, toggleInput, toggleWebhooks } from './settings/webhook-settings.ts';
import { testWebhook } from './settings/webhook-test.ts';
import type { Clients, Tables } from './wiring.ts';

/** What a merchant sets of its own account, but for its keys and secrets. */
export function merchantRoutes(
  { dynamo, clock }: Clients,
  names: Tables,
  { permitLoopback }: { permitLoopback: boolean },
) {
  const account = { merchants: merchantsOn({ dynamo }, names).merchants, clock };
  const sendTest = testEventsOn({ dynamo, clock, requestId: currentRequestId }, names);
  return {
    'PUT /merchant/mail': on(toggleInput, switchAccount(account, mailChange)),
    'PUT /merchant/webhook/hourly-resend': on(toggleInput, switchAccount(account, hourlyResendChange)),
    'PUT /merchant/company': on(companyInput, saveSetting(account, companyChange)),
    'PUT /merchant/webhook/url': on(saveUrlInput, saveWebhookUrl({ ...account, permitLoopback })),
    'PUT /merchant/webhook/enabled': on(toggleInput, toggleWebhooks(account)),
    'POST /merchant/webhook/tests': on(noInput, testWebhook({ ...account, newTestId, sendTest })),
  };
}
