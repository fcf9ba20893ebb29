import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { GATEWAY_ANSWERS, type GatewayAnswer } from '../api/gateway-responses.ts';

const TEXT_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'sign in again',
  403: 'you do not have permission',
  404: 'no such path or method below /dashboard/api',
  429: 'too many requests: try again',
  500: 'internal error of the service',
};

/**
 * The responses that API Gateway generates for the dashboard (`DashboardError`): the statuses of the payment API, with
 * texts of its own; the page shows its own sentence for each status. Throttling passes within seconds, hence the
 * shorter `Retry-After`.
 */
export const DASHBOARD_ANSWERS: readonly GatewayAnswer[] = GATEWAY_ANSWERS.map((answer) => ({
  ...answer,
  error:
    answer.type === ResponseType.REQUEST_TOO_LARGE
      ? 'the request is too large'
      : (TEXT_OF_STATUS[answer.statusCode ?? 0] ?? answer.error),
  ...(answer.retryAfter !== undefined && { retryAfter: "'2'" }),
}));
