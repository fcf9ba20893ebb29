import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, test } from 'vitest';
import { devTemplates } from '../templates.ts';

interface Answer {
  ResponseType: string;
  StatusCode?: string;
  ResponseParameters: Record<string, string>;
  ResponseTemplates: Record<string, string>;
}

const answers = devTemplates()
  .resources('service', 'AWS::ApiGateway::GatewayResponse')
  .map(({ properties }) => properties as unknown as Answer);
const answer = (type: string) => answers.find(({ ResponseType }) => ResponseType === type);

// The statuses of the contract (§7).
const STATUSES = ['400', '401', '403', '404', '429', '500', '502'];

describe('the gateway responses of the API', () => {
  test('cover every response type', () => {
    const types = Object.values(ResponseType)
      .filter((each) => each instanceof ResponseType)
      .map(({ responseType }) => responseType);
    expect(types.length).toBeGreaterThan(20);
    expect(answers.map(({ ResponseType }) => ResponseType).sort()).toEqual(types.sort());
  });

  test('have only statuses of the contract, and none on the default of 4xx, which would apply to all', () => {
    for (const { ResponseType, StatusCode } of answers) {
      if (ResponseType === 'DEFAULT_4XX') expect(StatusCode).toBeUndefined();
      else expect(STATUSES, ResponseType).toContain(StatusCode);
    }
  });

  test.each([
    ['UNAUTHORIZED', '401'],
    ['ACCESS_DENIED', '403'],
    ['THROTTLED', '429'],
    ['QUOTA_EXCEEDED', '429'],
    ['MISSING_AUTHENTICATION_TOKEN', '404'],
    ['REQUEST_TOO_LARGE', '400'],
    ['UNSUPPORTED_MEDIA_TYPE', '400'],
    ['BAD_REQUEST_BODY', '400'],
    ['INVALID_API_KEY', '500'],
    ['INTEGRATION_FAILURE', '500'],
    ['INTEGRATION_TIMEOUT', '500'],
    ['AUTHORIZER_FAILURE', '500'],
    ['DEFAULT_5XX', '500'],
  ])('%s is %s', (type, status) => {
    expect(answer(type)?.StatusCode).toBe(status);
  });

  test('have a body with the only text `error`', () => {
    for (const { ResponseType, ResponseTemplates } of answers) {
      expect(Object.keys(ResponseTemplates), ResponseType).toEqual(['application/json']);
      const body = JSON.parse(ResponseTemplates['application/json'] ?? '') as Record<string, unknown>;
      expect(Object.keys(body), ResponseType).toEqual(['error']);
      expect(body.error, ResponseType).toEqual(expect.stringMatching(/\S/));
    }
  });

  test('tell over-limit callers when to retry, with the authorizer’s values', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED'])
      expect(answer(type)?.ResponseParameters['gatewayresponse.header.Retry-After'], type).toBe(
        'context.authorizer.retryAfter',
      );
    // The firewall runs before the authorizer.
    expect(answer('WAF_FILTERED')?.ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'60'");
  });

  test('tell suspended merchants the reason, with the authorizer’s text', () => {
    expect(answer('ACCESS_DENIED')?.ResponseTemplates['application/json']).toBe(
      '{"error":"$context.authorizer.reason"}',
    );
  });

  test('have the request’s id', () => {
    for (const { ResponseType, ResponseParameters } of answers)
      expect(ResponseParameters['gatewayresponse.header.X-Request-Id'], ResponseType).toBe('context.requestId');
  });
});
