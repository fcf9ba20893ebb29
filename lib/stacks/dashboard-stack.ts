import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ServiceAlarm } from '../constructs/alarms/service-alarm.ts';
import { DashboardApi } from '../constructs/dashboard/dashboard-api.ts';
import { DashboardFunctions } from '../constructs/dashboard/dashboard-functions.ts';
import { DashboardHeaders } from '../constructs/dashboard/dashboard-headers.ts';
import { DashboardPage } from '../constructs/dashboard/dashboard-page.ts';
import { DashboardSignIn } from '../constructs/dashboard/dashboard-sign-in.ts';
import { DashboardSite } from '../constructs/dashboard/dashboard-site.ts';
import { Firewall } from '../constructs/firewall.ts';
import { BucketEmptierLogs } from '../constructs/function-logs.ts';
import { SavedQueries } from '../constructs/saved-queries.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Stage } from './stages.ts';

export interface DashboardStackProps extends StackProps {
  stage: Stage;
  data: DataStack;
  service: ServiceStack;
}

/** The dashboard: its page, its API behind the sign-in, and the one address that serves both. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, service, ...props }: DashboardStackProps) {
    super(scope, id, props);
    const { alarms, deliveries } = service;
    const { users } = data;

    const functions = new DashboardFunctions(this, 'Functions', { stage, alarms, data, deliveries });
    const { api } = new DashboardApi(this, 'Api', { stage, users, functions });
    new ServiceAlarm(this, 'ServerErrors', {
      topics: alarms.topics,
      urgency: 'ticket',
      metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) }),
      impact: 'Merchants, finance and operators see errors on the dashboard (runbook: dashboard).',
    });

    const signIn = new DashboardSignIn(this, 'SignIn', { stage, users });
    const headers = new DashboardHeaders(this, 'Headers', { stage, issuer: signIn.issuer, signInUrl: signIn.url });
    const site = new DashboardSite(this, 'Site', { stage, api, headers });
    const { userPoolClientId: clientId } = signIn.addClient(site.url);
    new DashboardPage(this, 'Page', {
      stage,
      site,
      config: {
        authority: signIn.issuer,
        clientId,
        logoutUrl: `${signIn.url}/logout`,
        apiBaseUrl: service.baseUrl,
        stage: stage.name,
        ...(stage.supportEmail && { supportEmail: stage.supportEmail }),
        ...(stage.senderEmail && { hasMail: true }),
        ...(stage.approvalDays && { approvalDays: stage.approvalDays }),
      },
    });

    if (!stage.production) new BucketEmptierLogs(this, 'BucketEmptier', { stage });
    if (stage.firewall) {
      const guarded = {
        Api: service.apiStageArn,
        Users: users.userPoolArn,
      };
      new Firewall(this, 'Firewall', { stage, settings: stage.firewall, guarded });
    }

    new SavedQueries(this, 'Queries', { stage, of: 'dashboard' });
    new CfnOutput(this, 'DashboardUrl', { value: `${site.url}/dashboard/` });
    new CfnOutput(this, 'UserPoolId', { value: users.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: clientId });
    new CfnOutput(this, 'DashboardIssuer', { value: signIn.issuer });
  }
}
