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

/** The bank notifies from few addresses; its path has a throttle of its own. */
const BANK = '/api/bank/';
const WINDOW_S = 60;

/**
 * One web ACL with a rate rule for each source, in front of the payment API and the user pool. WAF stops a request
 * before it is authorized, and API Gateway answers 429 (`WAF_FILTERED`). It is in the last stack, so that no export
 * prevents its removal.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stage, settings, guarded }: FirewallProps) {
    super(scope, id);
    const rule: CfnWebACL.RuleProperty = {
      name: 'Source',
      priority: 0,
      action: { block: {} },
      statement: {
        rateBasedStatement: {
          limit: settings.requestsPerMinute,
          evaluationWindowSec: WINDOW_S,
          aggregateKeyType: 'IP',
          scopeDownStatement: { notStatement: { statement: below(BANK) } },
        },
      },
      visibilityConfig: visibility('Source'),
    };
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `payment-service-${stage.name}`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [rule],
      visibilityConfig: visibility('All'),
    });
    for (const [name, resourceArn] of Object.entries(guarded))
      new CfnWebACLAssociation(this, name, { resourceArn, webAclArn: acl.attrArn });
    // List prices: $5 for a web ACL, $1 for a rule. A warning, because the command line shows no notes.
    const price = '$6 a month, and $0.60 a million requests';
    Annotations.of(this).addWarningV2('payment-service:firewallPrice', `stage ${stage.name}: firewall: ${price}`);
  }
}

function below(path: string): CfnWebACL.StatementProperty {
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
