import { ENCRYPTION, LABEL, NOT_COMPRESSED, OBSERVED, PERMISSIONS, SAFETY, type TypeSupport } from './type-support.ts';

const NO_PASSWORDS = 'there are no passwords here: users are chosen from a list';
const OWN_PAGES = 'the local issuer has its own pages';
const NO_TLS = 'no TLS here';
const ONE_ADDRESS = 'one address here';
const NOT_CACHED = 'nothing is cached between browser and host';

const CACHE_BEHAVIOR = (path: string): TypeSupport => ({
  honoured: [
    'TargetOriginId',
    'PathPattern',
    'AllowedMethods',
    'CachePolicyId',
    'OriginRequestPolicyId',
    'ResponseHeadersPolicyId',
    'FunctionAssociations.EventType',
    'FunctionAssociations.FunctionARN',
  ].map((name) => `${path}.${name}`),
  inert: {
    [`${path}.ViewerProtocolPolicy`]: NO_TLS,
    [`${path}.CachedMethods`]: NOT_CACHED,
    [`${path}.Compress`]: NOT_COMPRESSED,
  },
});

const DEFAULT_BEHAVIOR = CACHE_BEHAVIOR('DistributionConfig.DefaultCacheBehavior');
const FURTHER_BEHAVIORS = CACHE_BEHAVIOR('DistributionConfig.CacheBehaviors');

/** The types behind a page: sign-in, the page's files, the distribution in front of page and API. */
export const WEB_TYPES: Readonly<Record<string, TypeSupport>> = {
  'AWS::Cognito::UserPool': {
    honoured: ['AdminCreateUserConfig.AllowAdminCreateUserOnly'],
    inert: {
      UserPoolName: LABEL,
      UserPoolTags: LABEL,
      UserPoolTier: 'a price',
      DeletionProtection: SAFETY,
      AccountRecoverySetting: NO_PASSWORDS,
      Policies: NO_PASSWORDS,
      MfaConfiguration: NO_PASSWORDS,
      EnabledMfas: NO_PASSWORDS,
      UserPoolAddOns: NO_PASSWORDS,
      AutoVerifiedAttributes: 'no e-mail is sent here',
      EmailConfiguration: 'no e-mail is sent here',
      EmailVerificationMessage: 'no e-mail is sent here',
      EmailVerificationSubject: 'no e-mail is sent here',
      SmsVerificationMessage: 'no e-mail is sent here',
      VerificationMessageTemplate: 'no e-mail is sent here',
      UserAttributeUpdateSettings: 'e-mails cannot be changed here',
      Schema: 'the attributes are e-mail and name',
      UsernameAttributes: 'an e-mail names a user',
      UsernameConfiguration: 'e-mails are case-insensitive',
    },
  },
  'AWS::Cognito::UserPoolGroup': {
    honoured: ['GroupName', 'UserPoolId'],
    inert: { Description: LABEL, Precedence: 'applies to IAM roles, which are not used', RoleArn: PERMISSIONS },
  },
  'AWS::Cognito::UserPoolClient': {
    honoured: [
      'UserPoolId',
      'GenerateSecret',
      'AllowedOAuthFlows',
      'AllowedOAuthFlowsUserPoolClient',
      'AllowedOAuthScopes',
      'CallbackURLs',
      'LogoutURLs',
      'IdTokenValidity',
      'AccessTokenValidity',
      'RefreshTokenValidity',
      'TokenValidityUnits',
      'RefreshTokenRotation',
    ],
    inert: {
      ClientName: LABEL,
      EnableTokenRevocation: 'tokens can always be revoked',
      ExplicitAuthFlows: NO_PASSWORDS,
      PreventUserExistenceErrors: NO_PASSWORDS,
      AuthSessionValidity: NO_PASSWORDS,
      SupportedIdentityProviders: 'the local issuer is the only one',
      ReadAttributes: 'the ID token has e-mail and name, by scope',
      WriteAttributes: 'a page writes no attributes here',
    },
  },
  'AWS::Cognito::UserPoolDomain': {
    honoured: ['Domain', 'UserPoolId'],
    inert: { ManagedLoginVersion: OWN_PAGES },
  },
  'AWS::S3::Bucket': {
    honoured: ['BucketName'],
    inert: {
      BucketEncryption: ENCRYPTION,
      PublicAccessBlockConfiguration: PERMISSIONS,
      OwnershipControls: PERMISSIONS,
      LoggingConfiguration: OBSERVED,
      VersioningConfiguration: SAFETY,
      LifecycleConfiguration: 'the files are those of the assembly',
      Tags: LABEL,
    },
  },
  'Custom::CDKBucketDeployment': {
    honoured: [
      'SourceObjectKeys',
      'SourceMarkers',
      'SourceMarkersConfig',
      'DestinationBucketName',
      'DestinationBucketKeyPrefix',
      'DestinationBucketArn',
      'Extract',
      'Prune',
      'Exclude',
      'Include',
      'SystemMetadata',
    ],
    inert: {
      ServiceToken: 'the host copies the files itself',
      SourceBucketNames: 'the files are in the assembly',
      RetainOnDelete: 'the host never deletes a resource',
      DistributionId: NOT_CACHED,
      DistributionPaths: NOT_CACHED,
      WaitForDistributionInvalidation: NOT_CACHED,
      OutputObjectKeys: LABEL,
      UserMetadata: LABEL,
    },
  },
  'AWS::CloudFront::Function': {
    honoured: ['Name', 'FunctionCode', 'FunctionConfig.Runtime'],
    inert: { 'FunctionConfig.Comment': LABEL, AutoPublish: 'the current template runs', Tags: LABEL },
  },
  'AWS::CloudFront::OriginAccessControl': {
    honoured: [],
    inert: { OriginAccessControlConfig: PERMISSIONS },
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    honoured: [
      'ContentSecurityPolicy',
      'ContentTypeOptions',
      'FrameOptions',
      'ReferrerPolicy',
      'StrictTransportSecurity',
    ]
      .map((name) => `ResponseHeadersPolicyConfig.SecurityHeadersConfig.${name}`)
      .concat([
        'ResponseHeadersPolicyConfig.CustomHeadersConfig.Items',
        'ResponseHeadersPolicyConfig.RemoveHeadersConfig.Items',
      ]),
    inert: {
      'ResponseHeadersPolicyConfig.Name': LABEL,
      'ResponseHeadersPolicyConfig.Comment': LABEL,
      'ResponseHeadersPolicyConfig.ServerTimingHeadersConfig': OBSERVED,
    },
  },
  'AWS::CloudFront::Distribution': {
    honoured: [
      'DistributionConfig.Enabled',
      'DistributionConfig.DefaultRootObject',
      'DistributionConfig.Origins.Id',
      'DistributionConfig.Origins.DomainName',
      'DistributionConfig.Origins.OriginPath',
      ...DEFAULT_BEHAVIOR.honoured,
      ...FURTHER_BEHAVIORS.honoured,
    ],
    inert: {
      Tags: LABEL,
      'DistributionConfig.Aliases': ONE_ADDRESS,
      'DistributionConfig.Comment': LABEL,
      'DistributionConfig.HttpVersion': 'the host uses HTTP/1.1',
      'DistributionConfig.IPV6Enabled': ONE_ADDRESS,
      'DistributionConfig.PriceClass': 'a price',
      'DistributionConfig.ViewerCertificate': NO_TLS,
      'DistributionConfig.Logging': OBSERVED,
      'DistributionConfig.WebACLId': 'optional protection on AWS',
      'DistributionConfig.Origins.OriginAccessControlId': PERMISSIONS,
      'DistributionConfig.Origins.S3OriginConfig': PERMISSIONS,
      'DistributionConfig.Origins.CustomOriginConfig': ONE_ADDRESS,
      'DistributionConfig.Origins.ConnectionAttempts': ONE_ADDRESS,
      'DistributionConfig.Origins.ConnectionTimeout': ONE_ADDRESS,
      ...DEFAULT_BEHAVIOR.inert,
      ...FURTHER_BEHAVIORS.inert,
    },
  },
};
