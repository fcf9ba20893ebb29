import type { Language } from '../../merchants/accounts/merchant.ts';
import { amountOf } from '../../payments/amount.ts';
import { DELIVERY_SENTENCES, OUTCOME_SENTENCES } from '../../webhooks/outcome.ts';
import { DELIVERY_SENTENCES_PT, OUTCOME_SENTENCES_PT } from '../../webhooks/outcome-pt.ts';

/** What a mail reports of a day. */
export interface Report {
  /** Events that ended `not_delivered`, and still are. */
  events: number;
  /** Of the payments among them. */
  cents: number;
  /** How the newest of them ended: a key of the sentences. Null where it is left out. */
  lastOutcome: string | null;
  /** Payments that came to need review since the mail before, and still do. */
  exceptions: number;
}

interface Texts {
  subject: string;
  undelivered(events: number, euros: string): string;
  lastError(sentence: string): string;
  exceptions(count: number): string;
  switchOff: string;
  locale: string;
  outcomes: Record<string, string>;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'Payment Service: yesterday needs your attention',
    undelivered: (events, euros) =>
      `Yesterday ${events} ${events === 1 ? 'event' : 'events'}${euros} ${events === 1 ? 'was' : 'were'} not delivered.`,
    lastError: (sentence) => `The last error: ${sentence}`,
    exceptions: (count) => `${count} more ${count === 1 ? 'payment needs' : 'payments need'} review.`,
    switchOff: 'Turn this mail off on your account page.',
    locale: 'en-GB',
    outcomes: { ...OUTCOME_SENTENCES, ...DELIVERY_SENTENCES },
  },
  pt: {
    subject: 'Payment Service: o dia de ontem precisa da sua atenção',
    undelivered: (events, euros) =>
      events === 1
        ? `Ontem não foi entregue 1 evento${euros}.`
        : `Ontem não foram entregues ${events} eventos${euros}.`,
    lastError: (sentence) => `Último erro: ${sentence}`,
    exceptions: (count) => (count === 1 ? 'Há mais 1 pagamento por rever.' : `Há mais ${count} pagamentos por rever.`),
    switchOff: 'Pode desligar este e-mail na página da sua conta.',
    locale: 'pt-PT',
    outcomes: { ...OUTCOME_SENTENCES_PT, ...DELIVERY_SENTENCES_PT },
  },
};

/** The report in a few sentences, as the page shows them too. */
export function reportText({ events, cents, lastOutcome, exceptions }: Report, language: Language): string {
  const { undelivered, lastError, exceptions: review, locale, outcomes } = TEXTS[language];
  const form = { style: 'currency', currency: 'EUR', useGrouping: 'always' } as const;
  const euros = cents === 0 ? '' : ` (${new Intl.NumberFormat(locale, form).format(amountOf(cents))})`;
  const sentence = lastOutcome === null ? undefined : outcomes[lastOutcome];
  return [
    events > 0 && undelivered(events, euros),
    events > 0 && sentence !== undefined && lastError(sentence),
    exceptions > 0 && review(exceptions),
  ]
    .filter((part) => part !== false)
    .join(' ');
}

/** A merchant's mail around its report. `pageUrl` is absent where the page's address is not known. */
export function merchantMail(report: string, language: Language, pageUrl: string | undefined) {
  const { subject, switchOff } = TEXTS[language];
  return { subject, text: lines(report, pageUrl, switchOff, pageUrl && `${pageUrl}/settings/account`) };
}

/** That of the operators, over all merchants. */
export function operatorsMail(report: string, pageUrl: string | undefined) {
  return { subject: 'Payment Service: yesterday, all merchants', text: lines(report, pageUrl) };
}

function lines(...texts: (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined)
    .map((text) => `${text}\n`)
    .join('\n');
}
