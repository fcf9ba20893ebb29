import type { Host } from '../../../lib/local/host.ts';
import type { Resources } from '../fixture.ts';
import type { Page } from './browser.ts';

/** The seeded users of the fixture's pool. */
export const SEEDED = [
  { email: 'merchant@demo.example', name: 'Demo merchant', groups: ['merchant'] },
  { email: 'staff@demo.example', name: 'Finance & operator', groups: ['finance', 'operator'] },
];

/** The parameters of the page's sign-in. */
export function pageOf({ url, resources }: Pick<Host, 'url' | 'resources'>): Page {
  return {
    issuer: `${url}/local-issuer`,
    clientId: resources.Stack?.Client ?? '',
    redirectUri: `${url}/app/callback`,
  };
}

/** `https://` and the distribution's own name, as the CDK joins them. */
function siteUrl(path: string): unknown {
  return { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Distribution', 'DomainName'] }, path]] };
}

/** A user pool with two groups and one client whose tokens last an hour. */
export function signInResources(client: Record<string, unknown> = {}): Resources {
  const pool = { UserPoolId: { Ref: 'Users' } };
  return {
    Users: { Type: 'AWS::Cognito::UserPool', Properties: { MfaConfiguration: 'ON' } },
    ...Object.fromEntries(
      ['merchant', 'finance', 'operator'].map((group) => [
        `Group${group}`,
        { Type: 'AWS::Cognito::UserPoolGroup', Properties: { GroupName: group, ...pool } },
      ]),
    ),
    Domain: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'some-prefix', ...pool } },
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        ...pool,
        GenerateSecret: false,
        AllowedOAuthFlows: ['code'],
        AllowedOAuthFlowsUserPoolClient: true,
        AllowedOAuthScopes: ['openid', 'email', 'profile'],
        CallbackURLs: [siteUrl('/app/callback')],
        LogoutURLs: [siteUrl('/app/signed-out')],
        IdTokenValidity: 60,
        AccessTokenValidity: 60,
        RefreshTokenValidity: 12,
        TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'hours' },
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        ...client,
      },
    },
  };
}
