import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpServer, type Listening } from '../../support/network/listening.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

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

const calls: string[] = [];
let aws: Listening;
beforeAll(async () => {
  aws = await httpServer((request, response) => {
    calls.push(request.headers.authorization ?? '');
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answer(OTHER_ACCOUNT));
  });
});
afterAll(() => aws.stop());

async function list(env: Record<string, string>): Promise<string> {
  calls.length = 0;
  const run = promisify(execFile)(process.execPath, ['bin/merchant.ts', 'list', '--stage', 'prod'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      AWS_ENDPOINT_URL: aws.origin,
      AWS_ACCESS_KEY_ID: 'example',
      AWS_SECRET_ACCESS_KEY: 'example',
      ...env,
    },
  });
  return run.then(
    () => 'no error',
    (error: { stderr: string }) => error.stderr,
  );
}

test('a command for a stage refuses credentials of another region before it calls AWS', async () => {
  const message = await list({ AWS_REGION: 'us-east-1' });
  expect(message).toMatch(
    /^Stage prod belongs to the region eu-west-1 \(cdk\.json\), and the credentials to us-east-1\./,
  );
  expect(message).toMatch(/AWS_PROFILE/);
  expect(calls).toEqual([]);
});

test('it refuses those of another account, though that has a stage of the same name; without a region it uses the stage’s', async () => {
  const message = await list({});
  expect(message).toContain(
    `belongs to the account ${STAGE.account} (cdk.json), and the credentials to ${OTHER_ACCOUNT}.`,
  );
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) expect(call).toContain(`/${STAGE.region}/cloudformation/`);
});
