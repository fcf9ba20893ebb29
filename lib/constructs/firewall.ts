import { Annotations } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Stage } from '../stacks/stages.ts';

export interface FirewallProps {
  stage: Stage;
  settings: NonNullable<Stage['firewall']>;
  /** ARNs of what it guards, by construct id. */
  guarded: Record<string, string>;
}

type Rate = CfnWebACL.RateBasedStatementProperty;
type Statement = CfnWebACL.StatementProperty;

/** Paths whose sources are shared: the bank notifies from few addresses, and users come from those of CloudFront. */
const BANK = '/api/bank/';
const DASHBOARD = '/dashboard/';
/** A shared source may send this many times the rate of one. */
const SHARED = 10;
const WINDOW_S = 60;

/**
 * One web ACL with a rate rule for each source, in front of both APIs and the user pool. WAF stops a request before it
 * is authorized, and API Gateway answers 429 (`WAF_FILTERED`). It is in the last stack, so that no export prevents its
 * removal.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stage, settings, guarded }: FirewallProps) {
    super(scope, id);
    const { requestsPerMinute: limit } = settings;
    const shared: Statement = { orStatement: { statements: [BANK, DASHBOARD].map(below) } };
    const rules = [
      rule('Source', { limit, aggregateKeyType: 'IP', scopeDownStatement: { notStatement: { statement: shared } } }),
      rule('SharedSource', { limit: SHARED * limit, aggregateKeyType: 'IP' }),
      // WAF reads the first address of the header. A client can send one of its own, and then only `SharedSource`
      // counts.
      rule('Viewer', {
        limit,
        aggregateKeyType: 'FORWARDED_IP',
        forwardedIpConfig: { headerName: 'X-Forwarded-For', fallbackBehavior: 'NO_MATCH' },
        scopeDownStatement: below(DASHBOARD),
      }),
    ].map((each, priority) => ({ ...each, priority }));
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `payment-service-${stage.name}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules,
      visibilityConfig: visibility('All'),
    });
    for (const [name, resourceArn] of Object.entries(guarded))
      new CfnWebACLAssociation(this, name, { resourceArn, webAclArn: acl.attrArn });
    // List prices: $5 for a web ACL, $1 for a rule. A warning, because the command line shows no notes.
    const price = `$${5 + rules.length} a month, and $0.60 a million requests`;
    Annotations.of(this).addWarningV2('payment-service:firewallPrice', `stage ${stage.name}: firewall: ${price}`);
  }
}

function rule(name: string, rate: Omit<Rate, 'evaluationWindowSec'>): Omit<CfnWebACL.RuleProperty, 'priority'> {
  return {
    name,
    action: { block: {} },
    statement: { rateBasedStatement: { ...rate, evaluationWindowSec: WINDOW_S } },
    visibilityConfig: visibility(name),
  };
}

function below(path: string): Statement {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString: path,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
}

/** No samples: they would have the headers of a request, and with them its key or token. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
