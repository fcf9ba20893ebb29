/**
 * The borders between folders (docs/architecture.md, "Arrows between folders"), checked by `npm run lint`. Imports of
 * types count too.
 * @type {import('dependency-cruiser').IConfiguration}
 */

/** What a rule must not know: AWS, the handler's chain, and where settings and time come from. */
const AWS_AND_MIDDY = '^node_modules/(@aws-sdk|@smithy|@middy|@aws-lambda-powertools)/';
const WIRING = '^functions/runtime/(environment|environment-credentials|dynamo|sqs|secrets|streams)\\.ts$';

const ADAPTERS = '^functions/.*\\.(handler|table|sqs)\\.ts$';
/** What is put together by wiring.ts and *.handler.ts alone; an adapter may build on another. */
const FACTORIES = ['^functions/.*\\.(table|sqs)\\.ts$', '^functions/webhooks/deliver/sender\\.ts$'];
const WIRINGS = '^functions/.*(/wiring|\\.handler)\\.ts$';
/** The adapter is what they test: on a client or with a size that the service does not use. */
const TESTS_OF_ADAPTERS =
  '^test/integration/(dashboard/entries-page|gateway/rate-limits.table|receiver/receiver|webhooks/(delivery-queue.sqs|deliver/sender(-answers|-failures)?|endpoint/address-guard))\\.test\\.ts$';
const DOMAINS = '^functions/(payments|banking|webhooks|merchants|finance|gateway|events|dashboard)/';
/** What functions share of their environment. */
const ENVIRONMENTS = '^functions/payments/banking-environment\\.ts$';

/** `from` and its tests aside, nothing in `to` may be imported. */
function border(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

export default {
  forbidden: [
    border('no-circles', 'Files that import each other cannot be read or moved one at a time.', {}, { circular: true }),
    border(
      'functions-not-lib',
      'What runs in Lambda knows nothing of how it is deployed, hosted or operated.',
      { path: '^functions/' },
      { path: '^(lib|bin|test|dashboard)/' },
    ),
    border(
      'rules-without-aws',
      'A rule decides; it gets data, a clock and ports. Adapters are *.table.ts and *.sqs.ts; wiring.ts and *.handler.ts call them.',
      { path: DOMAINS, pathNot: ADAPTERS },
      { path: AWS_AND_MIDDY, dependencyTypesNot: ['type-only'] },
    ),
    border(
      'rules-without-wiring',
      'Settings and clients are handed in by the handler, or by the file of what several handlers share.',
      { path: DOMAINS, pathNot: [ADAPTERS, ENVIRONMENTS] },
      { path: WIRING, dependencyTypesNot: ['type-only'] },
    ),
    border(
      'adapters-by-wiring',
      'Clients and names are put together once: take the domain from its wiring.ts. A test of an adapter is listed here.',
      { pathNot: [WIRINGS, ...FACTORIES, TESTS_OF_ADAPTERS, '^node_modules/'] },
      { path: FACTORIES, dependencyTypesNot: ['type-only'] },
    ),
    border(
      'commands-without-cdk',
      'Its list of regions alone took a fifth of the time of a command. Those that synthesize or check settings need it.',
      { path: '^bin/', pathNot: '^bin/(payment-service|roles|preflight)\\.ts$' },
      { path: '^node_modules/aws-cdk-lib/', reachable: true },
    ),
    border(
      'payments-not-webhooks',
      'A payment does not know who is notified of it. The handler of the sweep wires the two.',
      { path: '^functions/payments/', pathNot: '\\.handler\\.ts$' },
      { path: '^functions/webhooks/' },
    ),
    border(
      'banking-on-its-own',
      'A bank adapter knows the bank, not our payments.',
      { path: '^functions/banking/' },
      { path: '^functions/', pathNot: '^functions/(banking|runtime)/' },
    ),
    border(
      'finance-not-dashboard',
      'The page shows what finance finds; finance does not know the page.',
      { path: DOMAINS, pathNot: '^functions/dashboard/' },
      { path: '^functions/dashboard/' },
    ),
    border(
      'payments-not-finance',
      'Finance reads what payments record.',
      { path: '^functions/(payments|webhooks|banking|merchants|gateway)/' },
      { path: '^functions/finance/' },
    ),
    border(
      'oracle-not-finance',
      'The fault runs judge by what was seen from outside: one mistake must not blind both.',
      { path: '^test/chaos/world/' },
      { path: '^functions/finance/' },
    ),
    border(
      'simulator-on-its-own',
      'The simulated bank must not share a mistake with the adapter that talks to it.',
      { path: '^functions/simulator/' },
      { path: '^functions/', pathNot: '^functions/(simulator|runtime)/' },
    ),
    border(
      'played-banks-on-their-own',
      'A bank that judges the adapters shares no mistake with them, and no ledger with the test that plays customers.',
      { path: '^test/bank/' },
      {
        path: '^(functions|lib|bin|dashboard|test)/',
        pathNot: '^(test/bank/|functions/banking/(bank|http-call)\\.ts$)',
      },
    ),
    border(
      'played-banks-take-types',
      'Of the port the types only.',
      { path: '^test/bank/' },
      { path: '^functions/', dependencyTypesNot: ['type-only'] },
    ),
    border(
      'only-tests-know-the-simulator',
      'Nothing of the service may depend on the simulated bank.',
      { path: '^functions/', pathNot: '^functions/simulator/' },
      { path: '^functions/simulator/' },
    ),
    border(
      'foundations-know-no-domain',
      'What every domain builds on.',
      { path: '^functions/(runtime|dynamo|http)/' },
      { path: '^functions/', pathNot: '^functions/(runtime|dynamo|http)/' },
    ),
    border(
      'local-host-on-its-own',
      'lib/local hosts templates; it knows nothing of this service and could be a package.',
      { path: '^lib/local/' },
      { path: '^(bin|functions|dashboard|test|lib)/', pathNot: '^lib/local/' },
    ),
    border(
      'stacks-not-operator',
      'What is deployed knows nothing of the commands and of the local host.',
      { path: '^lib/(stacks|constructs|bundling)/' },
      { path: '^lib/(operator|startup|local|receiver|docs)/' },
    ),
    border(
      'page-not-server',
      'The browser gets rules, texts and types of the domains, never their adapters.',
      { path: '^dashboard/src/' },
      { path: `(^(lib|bin|test)/|${ADAPTERS}|${AWS_AND_MIDDY})`, dependencyTypesNot: ['type-only'] },
    ),
    border(
      'no-product-imports-tests',
      'bin runs the benches and the chaos harness, nothing else takes from test.',
      { path: '^(functions|lib|dashboard)/' },
      { path: '^test/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.cache|cdk\\.out|\\.local)/' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] },
  },
};
