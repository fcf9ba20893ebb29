import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { bankAccount } from '../../banking/account.ts';
import { merchantIdsIn } from '../../merchants/accounts/merchants.table.ts';
import { bankingEnvironment } from '../../payments/banking-environment.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { jsonVariable, parseEnvironment } from '../../runtime/environment.ts';
import { beginRequest, errorFields, logger } from '../../runtime/logger.ts';
import { sesFrom } from '../../runtime/ses.ts';
import { sqs } from '../../runtime/sqs.ts';
import { hourlyResend } from '../../webhooks/hourly/hourly-resend.ts';
import { hourlyResendOn } from '../../webhooks/wiring.ts';
import { morningMail } from '../morning/morning-mail.ts';
import { morningOn, nightOn } from '../wiring.ts';
import { night } from './night.ts';

const { MERCHANTS_TABLE, BANK_ACCOUNTS, SENDER_EMAIL, ALARM_EMAIL, PAGE_URL, DELIVERIES_QUEUE_URL } = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  BANK_ACCOUNTS: jsonVariable(z.array(bankAccount)),
  /** Without it there is no morning mail. */
  SENDER_EMAIL: z.optional(z.string()),
  ALARM_EMAIL: z.optional(z.string()),
  PAGE_URL: z.optional(z.string()),
  DELIVERIES_QUEUE_URL: z.url(),
});
const [clients, tables] = bankingEnvironment();
const merchantIds = merchantIdsIn(dynamo, MERCHANTS_TABLE);
const accounts = BANK_ACCOUNTS.map(({ name }) => name);
const run = night({ ...nightOn({ ...clients, merchantIds }, tables), accounts });
const tellOfYesterday = SENDER_EMAIL
  ? morningMail({
      ...morningOn(clients, { ...tables, merchants: MERCHANTS_TABLE }),
      sendMail: sesFrom(SENDER_EMAIL),
      alarmEmail: ALARM_EMAIL,
      pageUrl: PAGE_URL,
    })
  : async () => undefined;

const resendHourly = hourlyResend(
  hourlyResendOn({ ...clients, sqs }, { ...tables, merchants: MERCHANTS_TABLE, deliveriesUrl: DELIVERIES_QUEUE_URL }),
);

// What has begun must be able to end: a page of the list, and the lists of single starts.
const RESERVE_MS = 25_000;

/** By a schedule (EventBridge), all day: where nothing is due, a run costs a few reads. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  beginRequest(context.awsRequestId);
  const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
  const resent = resendHourly(deadlineMs).catch((error: unknown) =>
    logger.error('hourly resend failed', errorFields(error)),
  );
  const mailed = tellOfYesterday(deadlineMs).catch((error: unknown) =>
    logger.error('morning mail failed', errorFields(error)),
  );
  await run(deadlineMs).finally(() => Promise.all([resent, mailed]));
};
