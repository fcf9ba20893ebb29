import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { GATEWAY_ANSWERS, type GatewayAnswer } from '../api/gateway-responses.ts';

type Text = Pick<GatewayAnswer, 'error'>;

const SIGN_IN: Text = { error: 'sign in again' };
const REFUSED: Text = { error: 'you do not have permission' };
const BUSY: Text = {
  error: 'too many requests: try again',
};
const UNKNOWN: Text = { error: 'no such path or method below /dashboard/api' };
const TOO_LARGE: Text = { error: 'the request is too large' };
const INTERNAL: Text = { error: 'internal error of the service' };

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
 * texts of its own; the page shows its own sentence for each status. Throttling passes within seconds, hence the shorter `Retry-After`.
 */
export const DASHBOARD_ANSWERS: readonly GatewayAnswer[] = GATEWAY_ANSWERS.map((answer) => ({
  ...answer,
  ...(answer.statusCode === 500 && INTERNAL),
  ...TEXT_OF[answer.type.responseType],
  ...(answer.retryAfter !== undefined && { retryAfter: "'2'" }),
}));
