import { createServer, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listening } from '../network/listening.ts';

/** An answer of AWS: a JSON object, XML, or an error of the service. */
export type AwsAnswer = object | string | { status: number; type: string; message: string };

/** Answers by service and operation, such as `ses GetAccount`; a function gets the text of the request. */
export type AwsAnswers = Record<string, AwsAnswer | ((request: string) => AwsAnswer)>;

/**
 * A server that answers like AWS, in the forms of its API references: XML for the query protocol (STS, SNS), JSON for the others. An operation without an answer is refused, as by a policy that lacks it.
 */
export async function recordedAws(answers: AwsAnswers) {
  const calls: { region: string; operation: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    // Credential=KEY/DAY/REGION/SERVICE/aws4_request
    const [, region = '', service = ''] = /\/\d{8}\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const { operation, about } = operationOf(request, body);
    const key = `${service} ${operation}`;
    calls.push({ region, operation: key, body });
    const recorded = answers[key] ?? {
      status: 403,
      type: 'AccessDenied',
      message: `not authorized to perform: ${key}`,
    };
    const answer = typeof recorded === 'function' ? recorded(decodeURIComponent(about)) : recorded;
    const isQuery = request.headers['content-type']?.includes('form-urlencoded') === true;
    const { status, headers, text } = written(answer, isQuery);
    response.writeHead(status, headers).end(text);
  });
  const { origin: url, stop: close } = await listening(server);
  return { url, calls, answers, close };
}

const PATHS: [RegExp, string][] = [
  [/^\/2016-08-19\/account-settings/, 'GetAccountSettings'],
  [/^\/v2\/email\/account/, 'GetAccount'],
];

/** The operation, by the protocol of its service: a form field, a header, or the path. */
function operationOf({ headers, url = '' }: IncomingMessage, body: string): { operation: string; about: string } {
  const action = /^Action=(\w+)|&Action=(\w+)/.exec(body);
  if (action) return { operation: action[1] ?? action[2] ?? '', about: body };
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  if (target) return { operation: target, about: body };
  return { operation: PATHS.find(([path]) => path.test(url))?.[1] ?? url, about: url };
}

function written(answer: AwsAnswer, isQuery: boolean) {
  if (typeof answer === 'string') return { status: 200, headers: { 'content-type': 'text/xml' }, text: answer };
  if (!('type' in answer && 'status' in answer)) {
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, text: JSON.stringify(answer) };
  }
  const { status, type, message } = answer;
  if (isQuery) {
    const text = `<ErrorResponse><Error><Type>Sender</Type><Code>${type}</Code><Message>${message}</Message></Error><RequestId>b25f48e8</RequestId></ErrorResponse>`;
    return { status, headers: { 'content-type': 'text/xml' }, text };
  }
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': type };
  return { status, headers, text: JSON.stringify({ __type: type, message }) };
}
