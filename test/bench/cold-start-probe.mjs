// Loads one bundle in a fresh process and calls it once, as a cold start does. JavaScript without imports, because
// everything loaded here would be measured too.
// node cold-start-probe.mjs BUNDLE EVENT_JSON

const [bundle = '', event = '{}'] = process.argv.slice(2);
const cpuBefore = process.cpuUsage();
const wallBefore = performance.now();
const loaded = await import(bundle);
const answer = await loaded.handler(JSON.parse(event), {
  getRemainingTimeInMillis: () => 29_000,
  awsRequestId: 'request-1',
});
const { user, system } = process.cpuUsage(cpuBefore);
const measured = {
  wallMs: performance.now() - wallBefore,
  cpuMs: (user + system) / 1000,
  // An authorizer answers a policy instead of a status.
  status: answer?.statusCode ?? (answer?.policyDocument ? 200 : 0),
};
process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit(0));
