import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget } from '../../../lib/operator/target.ts';
import { httpServer, type Listening } from '../../support/network/listening.ts';

/** The stage prod of cdk.json. */
const STAGE = { account: '111122223333', region: 'eu-west-1' };
const OTHER_ACCOUNT = '999988887777';

// CloudFormation's answer to DescribeStacks (API reference), in the account of the credentials.
const answer = (
  account: string,
) => `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
  <DescribeStacksResult><Stacks><member>
    <StackName>payment-service-prod-service</StackName>
    <StackId>arn:aws:cloudformation:eu-west-1:${account}:stack/payment-service-prod-service/c2b4</StackId>
    <CreationTime>2026-11-20T10:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
    <Outputs><member><OutputKey>BaseUrl</OutputKey><OutputValue>https://api.example.com</OutputValue></member></Outputs>
  </member></Stacks></DescribeStacksResult>
</DescribeStacksResponse>`;

const before = process.env;
const calls: string[] = [];
let aws: Listening;
beforeAll(async () => {
  aws = await httpServer((request, response) => {
    calls.push(request.headers.authorization ?? '');
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answer(OTHER_ACCOUNT));
  });
});
afterAll(() => {
  // Other files run in this process.
  process.env = before;
  return aws.stop();
});

async function refusalWith(env: Record<string, string>): Promise<string> {
  calls.length = 0;
  const { AWS_REGION: _, AWS_DEFAULT_REGION: __, ...others } = before;
  const credentials = { AWS_ACCESS_KEY_ID: 'example', AWS_SECRET_ACCESS_KEY: 'example' };
  process.env = { ...others, AWS_ENDPOINT_URL: aws.origin, ...credentials, ...env };
  return openTarget('prod').then(
    () => 'no error',
    (error: Error) => error.message,
  );
}

test('a command for a stage refuses credentials of another region before it calls AWS', async () => {
  const message = await refusalWith({ AWS_REGION: 'us-east-1' });
  expect(message).toMatch(
    /^Stage prod belongs to the region eu-west-1 \(cdk\.json\), and the credentials to us-east-1\./,
  );
  expect(message).toMatch(/AWS_PROFILE/);
  expect(calls).toEqual([]);
});

test('it refuses those of another account, though that has a stage of the same name; without a region it uses the stage’s', async () => {
  const message = await refusalWith({});
  expect(message).toContain(
    `belongs to the account ${STAGE.account} (cdk.json), and the credentials to ${OTHER_ACCOUNT}.`,
  );
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) expect(call).toContain(`/${STAGE.region}/cloudformation/`);
});
