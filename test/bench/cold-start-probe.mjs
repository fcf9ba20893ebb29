// Loads one bundle in a fresh process and calls it once, as a cold start does. JavaScript without imports, because
// everything loaded here would be counted too.
// node cold-start-probe.mjs BUNDLE EVENT_JSON

const [bundle = '', event = '{}'] = process.argv.slice(2);
const loaded = await import(bundle);
const answer = await loaded.handler(JSON.parse(event), {
  getRemainingTimeInMillis: () => 29_000,
  awsRequestId: 'request-1',
});
// An authorizer answers a policy instead of a status.
const status = answer?.statusCode ?? (answer?.policyDocument ? 200 : 0);
process.stdout.write(`\nanswered ${status}\n`, () => process.exit(0));
