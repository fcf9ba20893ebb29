import { callBack } from '../ifthenpay/callback.ts';
import { openPoints, readOpenPoints, storeOpenPoints } from '../ifthenpay/open-points.ts';
import { type Registration, readRegistration, readRegistrations } from '../ifthenpay/registration-item.ts';
import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import type { WebRequest } from '../web.ts';
import { bodyOf, type ControlDependencies } from './control-request.ts';

const PROBLEM =
  'the body must be {"unfilled": ["STATUS"], "listTimes": "minutes" or "seconds", "listLaterSeconds": 0 to 59}; ' +
  'what is absent gets its default';

/** The open points and the registered callback URLs. */
export async function showIfthenpay(_request: WebRequest, { table }: ControlDependencies): Promise<Answer> {
  const [points, registrations] = await Promise.all([readOpenPoints(table), readRegistrations(table)]);
  return { httpStatus: 200, body: { ...points, callbacks: registrations.map(listed) } };
}

export async function setIfthenpay(request: WebRequest, { table }: ControlDependencies): Promise<Answer> {
  const points = bodyOf(request, openPoints, PROBLEM);
  await storeOpenPoints(table, points);
  return { httpStatus: 200, body: points };
}

/** Without the key, should a URL contain it. */
function listed({ account, method, template, apKey }: Registration) {
  return { account, method, url: template.replaceAll(apKey, '…') };
}

/** The tester of the back office: calls the registered URL with its placeholders unfilled. */
export async function testCallback(request: WebRequest, { table }: ControlDependencies): Promise<Answer> {
  const { account = '', method = '' } = request.pathParameters;
  const registration = await readRegistration(table, account, method);
  if (!registration) throw controlRefusal(404, `no callback URL is registered for ${method} of ${account}`);
  const outcome = await callBack(registration.template);
  const answer = outcome.kind === 'acknowledged' ? 'status 200' : outcome.detail;
  return { httpStatus: 200, body: { ok: true, account, method, answer } };
}
