import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { FindExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts';
import { lisbonTimeMs, lisbonWallMs } from '../../runtime/lisbon.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { SendMail } from '../../runtime/ses.ts';
import type { FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import type { MailDay } from './mail-day.table.ts';
import { merchantMail, operatorsMail, type Report, reportText } from './mail-text.ts';

export interface MorningDependencies {
  merchants: Pick<Merchants, 'read' | 'replace'>;
  undelivered: FindDeliveries;
  exceptions: FindExceptions;
  mailDay: MailDay;
  sendMail: SendMail;
  /** Of the operators. */
  alarmEmail: string | undefined;
  pageUrl: string | undefined;
  clock: Clock;
  logger: Logger;
}

/** The local hour from which the mails of the day before are sent. */
const FROM_HOUR = 7;
const PAGE = { limit: 100 };

/**
 * Tells merchants once a day what was not delivered the day before and what needs review, and the operators the same of
 * all. Each mail is recorded before it is sent, so that a crash sends none twice; it may lose one. After `deadlineMs` the
 * next run goes on.
 */
export function morningMail(dependencies: MorningDependencies) {
  const { merchants, mailDay, sendMail, alarmEmail, pageUrl, clock, logger } = dependencies;

  return async (deadlineMs: number): Promise<void> => {
    const nowMs = clock();
    if (lisbonWallMs(nowMs) % DAY_MS < FROM_HOUR * HOUR_MS) return;
    const today = lisbonDayName(nowMs);
    const yesterday = lisbonDay(lisbonDayName((lisbonDay(today)?.fromMs ?? 0) - 1));
    const last = await mailDay.read();
    if (!yesterday || last === yesterday.name) return;
    const reports = await reportsOf(dependencies, yesterday, {
      fromMs: lisbonHourMs(yesterday.name, FROM_HOUR),
      toMs: lisbonHourMs(today, FROM_HOUR),
    });
    for (const [merchantId, report] of reports) {
      if (clock() >= deadlineMs) return;
      // One address that SES refuses keeps no other from its mail.
      await tellMerchant(merchantId, report, yesterday.name).catch((error: unknown) =>
        // The name only: the text may quote the address.
        logger.error('morning mail not sent', { merchantId, errorName: error instanceof Error ? error.name : '' }),
      );
    }
    const isFirst = await mailDay.move(last, yesterday.name);
    if (!isFirst || alarmEmail === undefined || reports.size === 0) return;
    // The last error is one merchant's.
    const text = reportText({ ...[...reports.values()].reduce(sum), lastOutcome: null }, 'en');
    await sendMail({ to: alarmEmail, ...operatorsMail(text, pageUrl) });
  };

  async function tellMerchant(merchantId: string, report: Report, day: string): Promise<void> {
    const seen = await merchants.read(merchantId);
    if (!seen?.mail || seen.mailOff || seen.accountStatus === 'refused' || seen.lastMail?.day === day) return;
    const { address, language } = seen.mail;
    const text = reportText(report, language);
    const lastMail = { day, text };
    if (!(await merchants.replace(seen, { lastMail }))) return;
    try {
      await sendMail({ to: address, ...merchantMail(text, language, pageUrl) });
    } catch (error) {
      await merchants.replace({ ...seen, lastMail }, { lastMail: { ...lastMail, hasFailed: true } });
      throw error;
    }
  }
}

type Times = { fromMs: number; toMs: number };

/**
 * What there is to report, by merchant, and by an empty id what belongs to none; those with nothing are left out. What
 * the night finds is in the mail of the same morning: exceptions count from one morning to the next.
 */
async function reportsOf({ undelivered, exceptions }: MorningDependencies, day: Times, mornings: Times) {
  const reports = new Map<string, Report>();
  const add = (merchantId: string, report: Partial<Report>) =>
    reports.set(merchantId, sum(reports.get(merchantId) ?? NOTHING, { ...NOTHING, ...report }));
  const states = ['not_delivered'] as const;
  for await (const { deliveries } of pagesOf((page) => undelivered({ states, ...day }, page)))
    for (const { merchantId, event, amountCents, outcome, isNewest } of deliveries) {
      const cents = event === 'payment.success' ? amountCents : 0;
      if (isNewest) add(merchantId, { events: 1, cents, lastOutcome: outcome });
    }
  for await (const { exceptions: opened } of pagesOf((page) => exceptions(mornings, page)))
    for (const { merchantId } of opened) add(merchantId ?? '', { exceptions: 1 });
  return reports;
}

async function* pagesOf<Page extends { cursor: string | null }>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await read({ ...PAGE, ...(cursor && { cursor }) });
    yield page;
    cursor = page.cursor;
  }
}

function lisbonHourMs(day: string, hour: number): number {
  return lisbonTimeMs(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS);
}

const NOTHING: Report = { events: 0, cents: 0, lastOutcome: null, exceptions: 0 };

/** Of reports in the order of their events: the last outcome is that of the later one. */
function sum(one: Report, later: Report): Report {
  return {
    events: one.events + later.events,
    cents: one.cents + later.cents,
    lastOutcome: later.lastOutcome ?? one.lastOutcome,
    exceptions: one.exceptions + later.exceptions,
  };
}
