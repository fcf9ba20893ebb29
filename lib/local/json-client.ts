import { Agent, request } from 'node:http';
import type { JsonObject } from './json.ts';
import { REGION } from './template/names.ts';

/** An engine refused a call. `code` is the service's error name. */
export class ServiceError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export type JsonClient = (action: string, body: unknown) => Promise<JsonObject>;

/** The engines check the form of a signature, not its value. */
const authorization = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

const TARGETS = {
  dynamodb: 'DynamoDB_20120810.',
  streams: 'DynamoDBStreams_20120810.',
  sqs: 'AmazonSQS.',
  secrets: 'secretsmanager.',
} as const;

/**
 * A client of an engine's JSON protocol. The host needs a dozen actions without retries. The SDK's clients would double
 * its start time.
 */
export function jsonClient(endpoint: string, service: keyof typeof TARGETS): JsonClient {
  const { hostname, port } = new URL(endpoint);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization: authorization(service),
  };
  return (action, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/',
          agent,
          headers: { ...headers, 'x-amz-target': TARGETS[service] + action },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) return resolve(JSON.parse(text || '{}') as JsonObject);
            reject(refusal(text));
          });
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
}

function refusal(text: string): ServiceError {
  try {
    const { __type = 'Unknown', message, Message } = JSON.parse(text) as Record<string, string>;
    return new ServiceError(String(__type).split('#').pop() ?? __type, message ?? Message ?? text);
  } catch {
    return new ServiceError('Unknown', text);
  }
}
