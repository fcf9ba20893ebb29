/**
 * The properties of a resource type that the host honours, and those without effect here, with the reason. An honoured
 * path covers everything below it. A property on neither list stops the start.
 */
export interface TypeSupport {
  honoured: readonly string[];
  inert: Readonly<Record<string, string>>;
}

/** Reasons why a type or property has no effect here. */
export const PERMISSIONS = 'nothing checks permissions here';
export const OBSERVED = 'nothing is measured or alarmed here';
export const LABEL = 'a label for people';
export const ENCRYPTION = 'the data folder is not encrypted';
export const NOT_COMPRESSED = 'nothing is compressed between browser and host';
export const SAFETY = 'protects data on AWS; here the data folder is the data';

/** Types without any effect here. */
export const INERT_TYPES: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': LABEL,
  'AWS::IAM::Role': PERMISSIONS,
  'AWS::IAM::Policy': PERMISSIONS,
  'AWS::IAM::ManagedPolicy': PERMISSIONS,
  'AWS::Lambda::Permission': PERMISSIONS,
  'AWS::SQS::QueuePolicy': PERMISSIONS,
  'AWS::SNS::TopicPolicy': PERMISSIONS,
  'AWS::SecretsManager::ResourcePolicy': PERMISSIONS,
  'AWS::KMS::Key': ENCRYPTION,
  'AWS::KMS::Alias': ENCRYPTION,
  'AWS::Logs::LogGroup': OBSERVED,
  'AWS::Logs::MetricFilter': OBSERVED,
  'AWS::Logs::QueryDefinition': OBSERVED,
  'AWS::CloudWatch::Alarm': OBSERVED,
  'AWS::CloudWatch::CompositeAlarm': OBSERVED,
  'AWS::CloudWatch::Dashboard': OBSERVED,
  'AWS::SNS::Topic': 'only alarms publish to topics, and there are no alarms here',
  'AWS::SNS::Subscription': 'only alarms publish to topics, and there are no alarms here',
  'AWS::ApiGateway::Account': 'names the role that writes API logs',
  'AWS::ApiGateway::Deployment': 'the current template is served',
  'AWS::ApiGateway::DomainName': 'one address here',
  'AWS::ApiGateway::BasePathMapping': 'one address here',
  'AWS::Route53::RecordSet': 'one address here',
  'AWS::WAFv2::WebACL': 'optional protection on AWS; the contract does not need it',
  'AWS::WAFv2::WebACLAssociation': 'optional protection on AWS; the contract does not need it',
  'AWS::Cognito::ManagedLoginBranding': 'the local issuer has its own pages',
  'AWS::S3::BucketPolicy': PERMISSIONS,
  'AWS::Lambda::EventInvokeConfig': 'a scheduled call is never retried here',
  'AWS::Lambda::LayerVersion': 'only providers of custom resources have layers, and they do not run here',
  'Custom::S3AutoDeleteObjects': 'the host never deletes a resource',
  'AWS::Budgets::Budget': 'nothing costs anything here',
};
