import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import type { WebRequest } from '../web.ts';
import type { ControlRoute } from './control-endpoints.ts';
import { setIfthenpay, showIfthenpay, testCallback } from './control-ifthenpay.ts';
import { latest, seen } from './control-list.ts';
import { approveLate, decide, duplicate, forge, giveBack, reorder } from './control-payments.ts';
import { pay, payAgain } from './control-references.ts';
import type { Control, ControlDependencies } from './control-request.ts';
import { showTrouble, startTrouble } from './control-trouble.ts';
import { isOfOtherOrigin } from './other-origin.ts';
import { page } from './page.ts';

export type { ControlDependencies } from './control-request.ts';

/** The control endpoints by method and route. They need no credentials: the money is simulated. */
const CONTROLS: Record<ControlRoute, Control> = {
  'GET /control': async () => ({ httpStatus: 200, body: page(), contentType: 'text/html; charset=utf-8' }),
  'GET /control/payments': latest,
  'GET /control/payments/{transactionId}': seen,
  'POST /control/payments/{transactionId}/approve': decide('approved'),
  'POST /control/payments/{transactionId}/reject': decide('rejected'),
  'POST /control/payments/{transactionId}/approve-late': approveLate,
  'POST /control/payments/{transactionId}/duplicate': duplicate,
  'POST /control/payments/{transactionId}/reorder': reorder,
  'POST /control/payments/{transactionId}/forge': forge,
  'POST /control/payments/{transactionId}/refund': giveBack('refund'),
  'POST /control/payments/{transactionId}/annul': giveBack('annulment'),
  'POST /control/references/{entity}/{reference}/pay': pay,
  'POST /control/references/{entity}/{reference}/pay-again': payAgain,
  'GET /control/trouble': showTrouble,
  'POST /control/trouble': startTrouble,
  'GET /control/ifthenpay': showIfthenpay,
  'POST /control/ifthenpay': setIfthenpay,
  'POST /control/ifthenpay/{account}/{method}/test': testCallback,
};

/** 403 for a call that a page of another origin makes; calls without `Origin`, as of curl, are answered. */
export async function control(request: WebRequest, dependencies: ControlDependencies): Promise<Answer> {
  const { origin, host } = request.headers;
  if (isOfOtherOrigin(origin, host))
    throw controlRefusal(403, 'pages of other origins cannot call the control endpoints');
  const endpoint = (CONTROLS as Record<string, Control | undefined>)[`${request.method} ${request.resource}`];
  if (!endpoint) throw controlRefusal(404, 'no such control endpoint');
  return endpoint(request, dependencies);
}
