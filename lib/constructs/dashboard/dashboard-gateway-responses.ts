import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { GATEWAY_ANSWERS, type GatewayAnswer } from '../api/gateway-responses.ts';

type Text = Pick<GatewayAnswer, 'error' | 'pt'>;

const SIGN_IN: Text = { error: 'sign in again', pt: 'inicie sessão de novo' };
const REFUSED: Text = { error: 'you do not have permission', pt: 'não tem permissão para isto' };
const BUSY: Text = {
  error: 'too many requests: try again',
  pt: 'demasiados pedidos ao mesmo tempo: tente de novo',
};
const UNKNOWN: Text = { error: 'no such path or method below /dashboard/api' };
const TOO_LARGE: Text = { error: 'the request is too large', pt: 'o que enviou é demasiado grande' };
const INTERNAL: Text = { error: 'internal error of the service', pt: 'erro interno do serviço' };

const TEXT_OF: Readonly<Record<string, Text>> = {
  [ResponseType.UNAUTHORIZED.responseType]: SIGN_IN,
  [ResponseType.EXPIRED_TOKEN.responseType]: SIGN_IN,
  [ResponseType.INVALID_SIGNATURE.responseType]: SIGN_IN,
  [ResponseType.ACCESS_DENIED.responseType]: REFUSED,
  [ResponseType.THROTTLED.responseType]: BUSY,
  [ResponseType.QUOTA_EXCEEDED.responseType]: BUSY,
  [ResponseType.WAF_FILTERED.responseType]: BUSY,
  [ResponseType.MISSING_AUTHENTICATION_TOKEN.responseType]: UNKNOWN,
  [ResponseType.RESOURCE_NOT_FOUND.responseType]: UNKNOWN,
  [ResponseType.REQUEST_TOO_LARGE.responseType]: TOO_LARGE,
};

/**
 * The responses that API Gateway generates for the dashboard (`DashboardError`): the statuses of the payment API, with
 * texts for the person on the page. Throttling passes within seconds, hence the shorter `Retry-After`.
 */
export const DASHBOARD_ANSWERS: readonly GatewayAnswer[] = GATEWAY_ANSWERS.map((answer) => ({
  ...answer,
  ...(answer.statusCode === 500 && INTERNAL),
  ...TEXT_OF[answer.type.responseType],
  ...(answer.retryAfter !== undefined && { retryAfter: "'2'" }),
}));
