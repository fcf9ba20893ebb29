import {
  EXCEPTION_MEANINGS,
  OUTCOME_SENTENCES,
} from '../../../../functions/payments/exceptions/exception-sentences.ts';
import { URL_PROBLEM_SENTENCES } from '../../../../functions/webhooks/endpoint/url-problem.ts';
import { OUTCOME_SENTENCES as ATTEMPT_SENTENCES, DELIVERY_SENTENCES } from '../../../../functions/webhooks/outcome.ts';
import { RESEND_SENTENCES } from '../../../../functions/webhooks/resend/resend-sentences.ts';

/** Sentences for the codes of the service. Commands print the same English. */
export const outcomes = {
  attempt: ATTEMPT_SENTENCES,
  delivery: DELIVERY_SENTENCES,
  resend: RESEND_SENTENCES,
  webhookUrl: URL_PROBLEM_SENTENCES,
  exception: EXCEPTION_MEANINGS,
  exceptionOutcome: OUTCOME_SENTENCES,
};
