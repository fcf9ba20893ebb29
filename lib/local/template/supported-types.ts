/**
 * What the host does with a property: it honours it, or ignores it for this reason. A path covers everything below it.
 */
type TypeSupport = Readonly<Record<string, typeof HONOURED | string>>;

export const HONOURED = Symbol('honoured');

const PERMISSIONS = 'nothing checks permissions here';
const OBSERVED = 'nothing is measured or alarmed here';
const LABEL = 'a label for people';
const ENCRYPTION = 'the data folder is not encrypted';
const NOT_COMPRESSED = 'nothing is compressed between browser and host';
const NOT_CACHED = 'nothing is cached between browser and host';
const SAFETY = 'protects data on AWS; here the data folder is the data';
const NO_PASSWORDS = 'there are no passwords here: users are chosen from a list';
const NO_EMAIL = 'no e-mail is sent here';
const ONE_ADDRESS = 'one address here, without TLS';

function honoured(...paths: string[]): TypeSupport {
  return Object.fromEntries(paths.map((path) => [path, HONOURED]));
}

function ignored(reason: string, ...paths: string[]): TypeSupport {
  return Object.fromEntries(paths.map((path) => [path, reason]));
}

function behavior(path: string, ...more: string[]): TypeSupport {
  const within = (names: string[]) => names.map((name) => `DistributionConfig.${path}.${name}`);
  return {
    ...honoured(...within(['TargetOriginId', 'AllowedMethods', 'CachePolicyId', 'ResponseHeadersPolicyId', ...more])),
    ...ignored(ONE_ADDRESS, ...within(['ViewerProtocolPolicy'])),
    ...ignored(NOT_COMPRESSED, ...within(['Compress'])),
  };
}

/**
 * The properties of each type that our templates have, and no others: anything else stops the start with its name. A
 * type without any effect has its reason in place of properties.
 */
export const SUPPORTED_TYPES: Readonly<Record<string, TypeSupport | string>> = {
  'AWS::DynamoDB::Table': {
    ...honoured('KeySchema', 'AttributeDefinitions', 'StreamSpecification.StreamViewType'),
    ...honoured('GlobalSecondaryIndexes.IndexName', 'GlobalSecondaryIndexes.KeySchema'),
    ...honoured('GlobalSecondaryIndexes.Projection'),
    // Applied after a jump of the clock.
    ...honoured('TimeToLiveSpecification.AttributeName', 'TimeToLiveSpecification.Enabled'),
    ...ignored('capacity is not limited here', 'BillingMode'),
    ...ignored(SAFETY, 'PointInTimeRecoverySpecification', 'DeletionProtectionEnabled'),
    ...ignored(LABEL, 'Tags'),
  },
  'AWS::SQS::Queue': {
    ...honoured('VisibilityTimeout', 'RedrivePolicy', 'MessageRetentionPeriod'),
    ...ignored(ENCRYPTION, 'SqsManagedSseEnabled'),
    ...ignored(LABEL, 'Tags'),
  },
  'AWS::SecretsManager::Secret': {
    ...honoured('Name', 'SecretString', 'GenerateSecretString.SecretStringTemplate'),
    ...honoured('GenerateSecretString.GenerateStringKey', 'GenerateSecretString.PasswordLength'),
    ...honoured('GenerateSecretString.ExcludePunctuation'),
    ...ignored(LABEL, 'Description', 'Tags'),
  },
  'AWS::Lambda::Function': {
    ...honoured('FunctionName', 'Code.S3Key', 'Handler', 'Runtime', 'Timeout', 'MemorySize'),
    ...honoured('Environment.Variables', 'ReservedConcurrentExecutions'),
    ...ignored('the code is in the assembly', 'Code.S3Bucket'),
    ...ignored('the code is JavaScript', 'Architectures'),
    ...ignored('the host prints the lines unchanged', 'LoggingConfig'),
    ...ignored('loops are not detected here', 'RecursiveLoop'),
    ...ignored(PERMISSIONS, 'Role'),
    ...ignored(LABEL, 'Description', 'Tags'),
  },
  'AWS::Lambda::EventSourceMapping': {
    ...honoured('EventSourceArn', 'FunctionName', 'BatchSize', 'StartingPosition', 'FilterCriteria'),
    ...honoured('FunctionResponseTypes', 'BisectBatchOnFunctionError', 'MaximumRetryAttempts'),
    ...honoured('MaximumRecordAgeInSeconds', 'DestinationConfig.OnFailure', 'ScalingConfig.MaximumConcurrency'),
    ...ignored(LABEL, 'Tags'),
  },
  'AWS::Events::Rule': {
    ...honoured('ScheduleExpression', 'State', 'Targets.Arn', 'Targets.Id'),
    ...ignored('the function is always available', 'Targets.RetryPolicy'),
    ...ignored(LABEL, 'Tags'),
  },
  'AWS::ApiGateway::RestApi': {
    ...honoured('ApiKeySourceType'),
    ...ignored(NOT_COMPRESSED, 'MinimumCompressionSize'),
    ...ignored(ONE_ADDRESS, 'EndpointConfiguration', 'SecurityPolicy', 'EndpointAccessMode'),
    ...ignored(LABEL, 'Name', 'Tags'),
  },
  'AWS::ApiGateway::Resource': honoured('ParentId', 'PathPart', 'RestApiId'),
  'AWS::ApiGateway::Method': {
    ...honoured('HttpMethod', 'ResourceId', 'RestApiId', 'AuthorizationType', 'AuthorizerId', 'ApiKeyRequired'),
    ...honoured('Integration.Type', 'Integration.Uri', 'Integration.IntegrationHttpMethod'),
  },
  'AWS::ApiGateway::Authorizer': {
    ...honoured('Type', 'RestApiId', 'AuthorizerUri', 'AuthorizerResultTtlInSeconds', 'IdentitySource'),
    ...honoured('ProviderARNs'),
    ...ignored(LABEL, 'Name'),
  },
  'AWS::ApiGateway::GatewayResponse': honoured(
    ...['RestApiId', 'ResponseType', 'StatusCode', 'ResponseParameters', 'ResponseTemplates'],
  ),
  'AWS::ApiGateway::Stage': {
    ...honoured('RestApiId', 'StageName', 'MethodSettings.ResourcePath', 'MethodSettings.HttpMethod'),
    ...honoured('MethodSettings.ThrottlingRateLimit', 'MethodSettings.ThrottlingBurstLimit'),
    ...ignored('the current template is served', 'DeploymentId'),
    ...ignored('the host logs every call', 'AccessLogSetting', 'MethodSettings.DataTraceEnabled'),
    ...ignored(LABEL, 'Tags'),
  },
  'AWS::ApiGateway::ApiKey': { ...honoured('Value', 'Enabled'), ...ignored(LABEL, 'Name', 'Tags') },
  'AWS::ApiGateway::UsagePlan': {
    ...honoured('ApiStages.ApiId', 'ApiStages.Stage', 'Throttle', 'Quota'),
    ...ignored(LABEL, 'UsagePlanName', 'Tags'),
  },
  'AWS::ApiGateway::UsagePlanKey': honoured('KeyId', 'KeyType', 'UsagePlanId'),
  'AWS::Cognito::UserPool': {
    ...honoured('AdminCreateUserConfig.AllowAdminCreateUserOnly'),
    ...ignored(NO_PASSWORDS, 'AccountRecoverySetting', 'Policies', 'MfaConfiguration', 'EnabledMfas'),
    ...ignored(NO_EMAIL, 'AutoVerifiedAttributes', 'EmailConfiguration', 'EmailVerificationMessage'),
    ...ignored(NO_EMAIL, 'EmailVerificationSubject', 'SmsVerificationMessage', 'VerificationMessageTemplate'),
    ...ignored(NO_EMAIL, 'UserAttributeUpdateSettings'),
    ...ignored('an e-mail names a user, in any case', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'),
    ...ignored(SAFETY, 'DeletionProtection'),
    ...ignored('a price', 'UserPoolTier'),
    ...ignored(LABEL, 'UserPoolName', 'UserPoolTags'),
  },
  'AWS::Cognito::UserPoolGroup': { ...honoured('GroupName', 'UserPoolId'), ...ignored(LABEL, 'Description') },
  'AWS::Cognito::UserPoolClient': {
    ...honoured('UserPoolId', 'GenerateSecret', 'AllowedOAuthFlows', 'AllowedOAuthFlowsUserPoolClient'),
    ...honoured('AllowedOAuthScopes', 'CallbackURLs', 'LogoutURLs', 'IdTokenValidity', 'AccessTokenValidity'),
    ...honoured('RefreshTokenValidity', 'TokenValidityUnits', 'RefreshTokenRotation'),
    ...ignored(NO_PASSWORDS, 'ExplicitAuthFlows', 'PreventUserExistenceErrors'),
    ...ignored('the local issuer is the only one', 'SupportedIdentityProviders'),
    ...ignored('the ID token has e-mail and name', 'ReadAttributes', 'WriteAttributes'),
    ...ignored('tokens can always be revoked', 'EnableTokenRevocation'),
    ...ignored(LABEL, 'ClientName'),
  },
  'AWS::Cognito::UserPoolDomain': {
    ...honoured('Domain', 'UserPoolId'),
    ...ignored('the local issuer has its own pages', 'ManagedLoginVersion'),
  },
  'AWS::S3::Bucket': {
    ...ignored(ENCRYPTION, 'BucketEncryption'),
    ...ignored(PERMISSIONS, 'PublicAccessBlockConfiguration', 'OwnershipControls'),
    ...ignored(LABEL, 'Tags'),
  },
  'Custom::CDKBucketDeployment': {
    ...honoured('SourceObjectKeys', 'SourceMarkers', 'SourceMarkersConfig', 'DestinationBucketName'),
    ...honoured('DestinationBucketKeyPrefix', 'Prune', 'SystemMetadata'),
    ...ignored('the host takes the files from the assembly', 'ServiceToken', 'SourceBucketNames', 'OutputObjectKeys'),
    ...ignored('the host never deletes a resource', 'RetainOnDelete'),
    ...ignored(NOT_CACHED, 'DistributionId', 'DistributionPaths', 'WaitForDistributionInvalidation'),
  },
  'AWS::CloudFront::Function': {
    ...honoured('Name', 'FunctionCode', 'FunctionConfig.Runtime'),
    ...ignored('the current template runs', 'AutoPublish'),
    ...ignored(LABEL, 'FunctionConfig.Comment', 'Tags'),
  },
  'AWS::CloudFront::OriginAccessControl': ignored(PERMISSIONS, 'OriginAccessControlConfig'),
  'AWS::CloudFront::ResponseHeadersPolicy': {
    ...honoured('ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy'),
    ...honoured('ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentTypeOptions'),
    ...honoured('ResponseHeadersPolicyConfig.SecurityHeadersConfig.FrameOptions'),
    ...honoured('ResponseHeadersPolicyConfig.SecurityHeadersConfig.ReferrerPolicy'),
    ...honoured(
      'ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec',
      'ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity.IncludeSubdomains',
      'ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity.Override',
    ),
    ...honoured('ResponseHeadersPolicyConfig.CustomHeadersConfig.Items'),
    ...ignored(LABEL, 'ResponseHeadersPolicyConfig.Name', 'ResponseHeadersPolicyConfig.Comment'),
  },
  'AWS::CloudFront::Distribution': {
    ...honoured('DistributionConfig.Enabled', 'DistributionConfig.Origins.Id'),
    ...honoured('DistributionConfig.Origins.DomainName'),
    ...behavior('DefaultCacheBehavior', 'FunctionAssociations.EventType', 'FunctionAssociations.FunctionARN'),
    ...behavior('CacheBehaviors', 'PathPattern', 'OriginRequestPolicyId'),
    ...ignored(PERMISSIONS, 'DistributionConfig.Origins.OriginAccessControlId'),
    ...ignored(PERMISSIONS, 'DistributionConfig.Origins.S3OriginConfig'),
    ...ignored(ONE_ADDRESS, 'DistributionConfig.Origins.CustomOriginConfig', 'DistributionConfig.Aliases'),
    ...ignored(ONE_ADDRESS, 'DistributionConfig.ViewerCertificate', 'DistributionConfig.HttpVersion'),
    ...ignored(ONE_ADDRESS, 'DistributionConfig.IPV6Enabled'),
    ...ignored('a price', 'DistributionConfig.PriceClass'),
    ...ignored(LABEL, 'DistributionConfig.Comment', 'Tags'),
  },
  'AWS::IAM::Role': PERMISSIONS,
  'AWS::IAM::Policy': PERMISSIONS,
  'AWS::Lambda::Permission': PERMISSIONS,
  'AWS::SQS::QueuePolicy': PERMISSIONS,
  'AWS::SNS::TopicPolicy': PERMISSIONS,
  'AWS::SecretsManager::ResourcePolicy': PERMISSIONS,
  'AWS::S3::BucketPolicy': PERMISSIONS,
  'AWS::Logs::LogGroup': OBSERVED,
  'AWS::Logs::MetricFilter': OBSERVED,
  'AWS::Logs::QueryDefinition': OBSERVED,
  'AWS::CloudWatch::Alarm': OBSERVED,
  'AWS::SNS::Topic': OBSERVED,
  'AWS::SNS::Subscription': OBSERVED,
  'AWS::ApiGateway::Account': 'names the role that writes API logs',
  'AWS::ApiGateway::Deployment': 'the current template is served',
  'AWS::ApiGateway::DomainName': ONE_ADDRESS,
  'AWS::ApiGateway::BasePathMapping': ONE_ADDRESS,
  'AWS::Route53::RecordSet': ONE_ADDRESS,
  'AWS::WAFv2::WebACL': 'optional protection on AWS; the contract does not need it',
  'AWS::WAFv2::WebACLAssociation': 'optional protection on AWS; the contract does not need it',
  'AWS::Cognito::ManagedLoginBranding': 'the local issuer has its own pages',
  'AWS::Lambda::EventInvokeConfig': 'a scheduled call is never retried here',
  'AWS::Lambda::LayerVersion': 'only providers of custom resources have layers, and they do not run here',
  'Custom::S3AutoDeleteObjects': 'the host never deletes a resource',
};
