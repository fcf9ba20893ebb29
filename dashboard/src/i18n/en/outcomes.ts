import {
  EXCEPTION_MEANINGS,
  OUTCOME_SENTENCES,
} from '../../../../functions/payments/exceptions/exception-sentences.ts';
import { URL_PROBLEM_SENTENCES } from '../../../../functions/webhooks/endpoint/url-problem.ts';
import {
  OUTCOME_SENTENCES as ATTEMPT_SENTENCES,
  DELIVERY_OUTCOME_SENTENCES,
  FAILURE_SENTENCES,
  STATUS_SENTENCES,
} from '../../../../functions/webhooks/outcome.ts';
import { RESEND_SENTENCES } from '../../../../functions/webhooks/resend/resend-sentences.ts';

/** Sentences for the codes of the service. Commands print the same English. */
export const outcomes = {
  attempt: ATTEMPT_SENTENCES,
  failure: FAILURE_SENTENCES,
  status: STATUS_SENTENCES,
  delivery: {
    ...DELIVERY_OUTCOME_SENTENCES,
    delivered: 'The event was delivered.',
    not_delivered: 'The event was not delivered.',
    skipped: 'Nothing was sent: webhooks were off, or there was no URL.',
    superseded: 'A newer event of this transaction replaces this one.',
  },
  resend: RESEND_SENTENCES,
  webhookUrl: URL_PROBLEM_SENTENCES,
  exception: EXCEPTION_MEANINGS,
  exceptionOutcome: OUTCOME_SENTENCES,
};
