import type { ATTEMPT_OUTCOMES, DELIVERY_OUTCOMES } from '../payments/transaction.ts';
import { DEADLINE_MS } from './plan.ts';

/** How an attempt ended; kept with the attempt. Everything but `delivered` is a failed attempt (§6.4, decision D13). */
export type OutcomeClass = (typeof ATTEMPT_OUTCOMES)[number];

/** What one POST came to. The sender never throws: every way it can end is one of these. */
export type AttemptOutcome =
  | { class: 'delivered'; statusCode: number; durationMs: number }
  /** `answer` is the first 1 KB of the body as text, as far as it came in time. */
  | { class: 'status'; statusCode: number; durationMs: number; answer: string }
  /** `detail` is an error code such as `CERT_HAS_EXPIRED`, for the log; never an address, a message or a secret. */
  | { class: Exclude<OutcomeClass, 'delivered' | 'status'>; durationMs: number; detail: string };

/** One plain sentence for each class, for the dashboard's transaction view. */
export const OUTCOME_SENTENCES: Record<OutcomeClass, { en: string; pt: string }> = {
  delivered: {
    en: 'Your server answered with a 2xx status in time.',
    pt: 'O seu servidor respondeu a tempo com um estado 2xx.',
  },
  status: {
    en: 'Your server answered, but not with a 2xx status (redirects are not followed).',
    pt: 'O seu servidor respondeu, mas não com um estado 2xx (os redirecionamentos não são seguidos).',
  },
  timeout: {
    en: `Your server did not answer within ${DEADLINE_MS / 1_000} seconds.`,
    pt: `O seu servidor não respondeu em ${DEADLINE_MS / 1_000} segundos.`,
  },
  refused: {
    en: 'Your server refused the connection: nothing listens at that host and port.',
    pt: 'O seu servidor recusou a ligação: nada está à escuta nesse endereço e nessa porta.',
  },
  dns: {
    en: 'The host name of the webhook URL could not be found.',
    pt: 'Não foi possível encontrar o nome do servidor indicado no URL do webhook.',
  },
  tls: {
    en: 'The secure connection failed: check that the certificate is valid, complete and made out to that host name.',
    pt:
      'A ligação segura falhou: ' +
      'verifique se o certificado é válido, está completo e corresponde ao nome do servidor.',
  },
  blocked: {
    en: 'The webhook URL leads to an address that is not on the public internet, so nothing was sent.',
    pt: 'O URL do webhook aponta para um endereço fora da internet pública, pelo que nada foi enviado.',
  },
  connection: {
    en: 'The connection failed or was closed before your server gave a valid answer.',
    pt: 'A ligação falhou ou foi fechada antes de o seu servidor dar uma resposta válida.',
  },
};

/** The same for how a delivery ended, where its attempts do not show it. */
export const DELIVERY_OUTCOME_SENTENCES: Record<(typeof DELIVERY_OUTCOMES)[number], { en: string; pt: string }> = {
  not_attempted: {
    en:
      'We could not make the attempts that were due: a fault on our side. ' +
      'Your server may not have been asked at all.',
    pt: 'Não conseguimos fazer as tentativas previstas: a falha é nossa. O seu servidor pode nem ter sido contactado.',
  },
};
