import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { keyringFrom } from '../functions/merchants/keys/keyring.ts';
import { systemClock } from '../functions/runtime/clock.ts';
import { fieldsOf, jsonLine, nextOf, staffCaller } from '../lib/operator/api/call.ts';
import { routeLines } from '../lib/operator/api/routes.ts';
import { UsageError } from '../lib/operator/command.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Calls a route of the dashboard's API as staff: from here, without sign-in, page or gateway.

  npm run api -- METHOD PATH [JSON | @FILE | -]

  npm run api -- GET '/me/account?merchantId=mer_1'
  npm run api -- POST /me/totals '{"of":"movements","from":"2026-11-01","to":"2026-11-30"}'
  npm run api -- POST /me/undelivered/resend '{"from":"2026-11-27","to":"2026-11-27","why":"repaired"}' --repeat
  npm run api -- PUT /operator/accounts/mer_1/status '{"status":"suspended","why":"asked by phone"}'

  --repeat       calls again until the answer has no \`cursor\` and no \`more\`, which takes a list to its end
  --stage NAME   a deployed stage, with the AWS credentials of the environment

The fields of a GET go in its query, those of any other method in the JSON. Days are those of Lisbon. Each answer is one
line of JSON: \`cents\` are euro cents, \`…Ms\` milliseconds since 1970 in UTC, all other amounts euros, all other times
ISO 8601. Exit status 0: answered. 1: the service refuses the call, whose answer is on standard error, or fails. 2: there
is no such route or field. The histories name the AWS session of a stage, and on this machine the user.
`;

const SUBCOMMANDS = {
  GET: { positionals: 1 },
  POST: { positionals: 2, options: ['repeat'] },
  PUT: { positionals: 2 },
} as const;
const OPTIONS = { repeat: { type: 'boolean', default: false } } as const;

const isBare = process.argv.length === 2;
const unused = { dynamo: new DynamoDBClient(), sqs: new SQSClient(), clock: systemClock };
const usage = `${USAGE}\n${routeLines(
  unused,
  keyringFrom(async () => '', '', systemClock),
)}\n`;
await runOnTarget(
  { usage, options: OPTIONS, subcommands: SUBCOMMANDS },
  ({ repeat }, [method = '', path = '', body]) => {
    if (path === '') throw new UsageError('the path is missing, such as /me/exceptions/search');
    return async (target) => {
      const call = staffCaller(target, await target.callerName());
      let fields = await fieldsOf(body);
      for (;;) {
        const { status, body: answer } = await call(method, path, fields);
        if (status !== 200) {
          process.stderr.write(jsonLine({ status, ...answer }));
          return { json: {}, text: '', failed: true };
        }
        const next = repeat ? nextOf(answer) : undefined;
        if (!next) return { json: answer, text: jsonLine(answer) };
        process.stdout.write(jsonLine(answer));
        fields = { ...fields, ...next };
      }
    };
  },
);
if (isBare) process.exitCode = 0;
