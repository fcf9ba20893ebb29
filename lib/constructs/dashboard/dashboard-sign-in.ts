import { Aws, Duration } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ClientAttributes,
  ManagedLoginVersion,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';

/**
 * How users sign in: on Cognito's own pages (managed login) at an address of theirs, so that no password passes through
 * our code, then back to the page by the code flow with PKCE.
 */
export class DashboardSignIn extends Construct {
  /** `https://….auth.….amazoncognito.com`: the pages, and where tokens are given. */
  readonly url: string;
  /** Who signs the tokens; has the discovery document below it. */
  readonly issuer: string;

  private readonly stage: Stage;
  private readonly users: UserPool;
  private readonly domain: UserPoolDomain;

  constructor(scope: Construct, id: string, { stage, users }: { stage: Stage; users: UserPool }) {
    super(scope, id);
    this.stage = stage;
    this.users = users;
    this.issuer = users.userPoolProviderUrl;
    this.domain = new UserPoolDomain(this, 'Domain', {
      userPool: users,
      // Taken out of one pool for everybody in the region: the account's number makes it ours.
      cognitoDomain: { domainPrefix: `payment-service-${stage.name}-${Aws.ACCOUNT_ID}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.url = this.domain.baseUrl();
  }

  /** The page as Cognito knows it. Separate from the constructor: the page's headers need the addresses above. */
  addClient(siteUrl: string): UserPoolClient {
    const attributes = new ClientAttributes().withStandardAttributes({ email: true, fullname: true });
    const client = new UserPoolClient(this, 'Client', {
      userPool: this.users,
      userPoolClientName: `payment-service-${this.stage.name}-dashboard`,
      // A page can keep no secret; PKCE stands in for it.
      generateSecret: false,
      authFlows: { userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${siteUrl}/dashboard/callback`],
        logoutUrls: [`${siteUrl}/dashboard/signed-out`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      // A working day; after that one signs in again.
      refreshTokenValidity: Duration.hours(12),
      // Each refresh token is good once. The grace is for a renewal whose answer was lost on the way.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      enableTokenRevocation: true,
      readAttributes: attributes.withStandardAttributes({ email: true, emailVerified: true, fullname: true }),
      writeAttributes: attributes,
    });
    // Without a style of its own, a client of managed login has no pages at all.
    const style = new CfnManagedLoginBranding(this, 'Style', {
      userPoolId: this.users.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    style.node.addDependency(this.domain);
    return client;
  }
}
