import { ENCRYPTION, LABEL, OBSERVED, PERMISSIONS, SAFETY } from './inert-reasons.ts';
import { WEB_TYPES } from './supported-web-types.ts';

/**
 * What the host honours of each resource type, and what has no effect here, with the reason. A path names a property;
 * an honoured path covers everything below it. What is on neither list stops the start.
 */
export interface TypeSupport {
  honoured: readonly string[];
  inert: Readonly<Record<string, string>>;
}

const TABLE: TypeSupport = {
  honoured: [
    'TableName',
    'KeySchema',
    'AttributeDefinitions',
    'GlobalSecondaryIndexes.IndexName',
    'GlobalSecondaryIndexes.KeySchema',
    'GlobalSecondaryIndexes.Projection',
    'LocalSecondaryIndexes',
    'StreamSpecification.StreamViewType',
    // After a jump of the clock.
    'TimeToLiveSpecification.AttributeName',
    'TimeToLiveSpecification.Enabled',
  ],
  inert: {
    BillingMode: 'capacity is not limited here',
    ProvisionedThroughput: 'capacity is not limited here',
    OnDemandThroughput: 'capacity is not limited here',
    'GlobalSecondaryIndexes.ProvisionedThroughput': 'capacity is not limited here',
    'GlobalSecondaryIndexes.ContributorInsightsSpecification': OBSERVED,
    PointInTimeRecoverySpecification: SAFETY,
    DeletionProtectionEnabled: SAFETY,
    SSESpecification: ENCRYPTION,
    ContributorInsightsSpecification: OBSERVED,
    TableClass: 'a price',
    Tags: LABEL,
    Replicas: 'one region here; the settings in it are those above',
  },
};

export const HOSTED_TYPES: Readonly<Record<string, TypeSupport>> = {
  ...WEB_TYPES,
  'AWS::DynamoDB::Table': TABLE,
  'AWS::DynamoDB::GlobalTable': TABLE,
  'AWS::SQS::Queue': {
    honoured: [
      'QueueName',
      'DelaySeconds',
      'VisibilityTimeout',
      'ReceiveMessageWaitTimeSeconds',
      'MaximumMessageSize',
      'RedrivePolicy',
      'MessageRetentionPeriod',
    ],
    inert: {
      RedriveAllowPolicy: PERMISSIONS,
      SqsManagedSseEnabled: ENCRYPTION,
      KmsMasterKeyId: ENCRYPTION,
      KmsDataKeyReusePeriodSeconds: ENCRYPTION,
      Tags: LABEL,
    },
  },
  'AWS::SecretsManager::Secret': {
    honoured: ['Name', 'Description', 'SecretString', 'GenerateSecretString'],
    inert: { KmsKeyId: ENCRYPTION, Tags: LABEL },
  },
  'AWS::Lambda::Function': {
    honoured: [
      'FunctionName',
      'Code.S3Key',
      'Code.S3Bucket',
      'Handler',
      'Runtime',
      'Timeout',
      'MemorySize',
      'Environment.Variables',
      'ReservedConcurrentExecutions',
    ],
    inert: {
      Role: PERMISSIONS,
      Description: LABEL,
      Tags: LABEL,
      Architectures: 'the code is JavaScript',
      TracingConfig: OBSERVED,
      LoggingConfig: 'lines go to the host as the function wrote them',
      EphemeralStorage: 'the machine has its own',
      KmsKeyArn: ENCRYPTION,
      RuntimeManagementConfig: 'the runtime is this Node',
      RecursiveLoop: 'loops are not looked for here',
    },
  },
  'AWS::Lambda::EventSourceMapping': {
    honoured: [
      'EventSourceArn',
      'FunctionName',
      'BatchSize',
      'MaximumBatchingWindowInSeconds',
      'StartingPosition',
      'FilterCriteria',
      'FunctionResponseTypes',
      'BisectBatchOnFunctionError',
      'MaximumRetryAttempts',
      'MaximumRecordAgeInSeconds',
      'DestinationConfig.OnFailure',
      'ScalingConfig.MaximumConcurrency',
      'ParallelizationFactor',
      'Enabled',
    ],
    inert: { Tags: LABEL, MetricsConfig: OBSERVED },
  },
  'AWS::Events::Rule': {
    honoured: ['Name', 'ScheduleExpression', 'State', 'Targets.Arn', 'Targets.Id', 'Targets.Input'],
    inert: {
      Description: LABEL,
      Tags: LABEL,
      'Targets.RetryPolicy': 'the function is always within reach',
    },
  },
  'AWS::ApiGateway::RestApi': {
    honoured: ['Name', 'ApiKeySourceType'],
    inert: {
      Description: LABEL,
      Tags: LABEL,
      EndpointConfiguration: 'one address here',
      DisableExecuteApiEndpoint: 'one address here',
      SecurityPolicy: 'no TLS here',
      EndpointAccessMode: 'one address here',
      Policy: PERMISSIONS,
    },
  },
  'AWS::ApiGateway::Resource': { honoured: ['ParentId', 'PathPart', 'RestApiId'], inert: {} },
  'AWS::ApiGateway::Method': {
    honoured: [
      'HttpMethod',
      'ResourceId',
      'RestApiId',
      'AuthorizationType',
      'AuthorizerId',
      'ApiKeyRequired',
      'Integration.Type',
      'Integration.Uri',
      'Integration.IntegrationHttpMethod',
      'Integration.TimeoutInMillis',
    ],
    inert: { OperationName: LABEL, MethodResponses: 'documents a proxy integration, changes nothing' },
  },
  'AWS::ApiGateway::Authorizer': {
    honoured: [
      'Name',
      'Type',
      'RestApiId',
      'AuthorizerUri',
      'AuthorizerResultTtlInSeconds',
      'IdentitySource',
      'ProviderARNs',
    ],
    inert: { AuthorizerCredentials: PERMISSIONS, AuthType: LABEL },
  },
  'AWS::ApiGateway::GatewayResponse': {
    honoured: ['RestApiId', 'ResponseType', 'StatusCode', 'ResponseParameters', 'ResponseTemplates'],
    inert: {},
  },
  'AWS::ApiGateway::Stage': {
    honoured: [
      'RestApiId',
      'StageName',
      'DeploymentId',
      'Variables',
      'MethodSettings.ResourcePath',
      'MethodSettings.HttpMethod',
      'MethodSettings.ThrottlingRateLimit',
      'MethodSettings.ThrottlingBurstLimit',
    ],
    inert: {
      Description: LABEL,
      Tags: LABEL,
      TracingEnabled: OBSERVED,
      AccessLogSetting: 'every call is told to the host',
      'MethodSettings.MetricsEnabled': OBSERVED,
      'MethodSettings.LoggingLevel': OBSERVED,
      'MethodSettings.DataTraceEnabled': OBSERVED,
    },
  },
  'AWS::ApiGateway::ApiKey': {
    honoured: ['Name', 'Value', 'Enabled'],
    inert: { Description: LABEL, Tags: LABEL, CustomerId: LABEL, StageKeys: 'the usage plan names the stage' },
  },
  'AWS::ApiGateway::UsagePlan': {
    honoured: ['UsagePlanName', 'ApiStages.ApiId', 'ApiStages.Stage', 'Throttle', 'Quota'],
    inert: { Description: LABEL, Tags: LABEL },
  },
  'AWS::ApiGateway::UsagePlanKey': { honoured: ['KeyId', 'KeyType', 'UsagePlanId'], inert: {} },
};
