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

/** A token that is in use stays valid for this long. */
export const TOKEN_MINUTES = 5;

/**
 * How users sign in: on Cognito's own pages (managed login), so that no password passes through our code, then back to
 * the page by the authorization code flow with PKCE.
 */
export class DashboardSignIn extends Construct {
  /** `https://….auth.….amazoncognito.com`: the sign-in pages and the token endpoint. */
  readonly url: string;
  /** The tokens' issuer; the discovery document is below it. */
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
      // Prefixes are shared by all accounts in the region; the account id makes this one unique.
      cognitoDomain: { domainPrefix: `payment-service-${stage.name}-${Aws.ACCOUNT_ID}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.url = this.domain.baseUrl();
  }

  /**
   * Registers the page as a client. Separate from the constructor, because the page's headers need the addresses
   * above.
   */
  addClient(siteUrl: string): UserPoolClient {
    const attributes = new ClientAttributes().withStandardAttributes({ email: true, fullname: true });
    const client = new UserPoolClient(this, 'Client', {
      userPool: this.users,
      userPoolClientName: `payment-service-${this.stage.name}-dashboard`,
      // A page cannot keep a secret; it uses PKCE.
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
      // Nobody asks Cognito about a token in use: what its person lost stays until it ends. The page goes by the access
      // token's life.
      idTokenValidity: Duration.minutes(TOKEN_MINUTES),
      accessTokenValidity: Duration.minutes(TOKEN_MINUTES),
      // One working day.
      refreshTokenValidity: Duration.hours(12),
      // Each refresh token can be used once. The grace period covers a renewal whose response was lost.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      enableTokenRevocation: true,
      readAttributes: attributes.withStandardAttributes({ email: true, emailVerified: true, fullname: true }),
      writeAttributes: attributes,
    });
    // Without a style, managed login serves no pages for a client.
    const style = new CfnManagedLoginBranding(this, 'Style', {
      userPoolId: this.users.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    style.node.addDependency(this.domain);
    return client;
  }
}
