/**
 * What the host honours of each resource type, and what has no effect here, with the reason. A path names a property;
 * an honoured path covers everything below it. What is on neither list stops the start.
 */
export interface TypeSupport {
  honoured: readonly string[];
  inert: Readonly<Record<string, string>>;
}

/** Why something of a template has no effect here. */
export const PERMISSIONS = 'nothing checks permissions here';
export const OBSERVED = 'nothing is measured or alarmed here';
export const LABEL = 'a label for people';
export const ENCRYPTION = 'the data folder is not encrypted';
export const SAFETY = 'guards data on AWS; here the data folder is the data';

/** Types that need nothing at all here. */
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
  'AWS::ApiGateway::Deployment': 'the template as it stands is what is served',
  'AWS::WAFv2::WebACL': 'a coarse shield in front of AWS; the contract does not rest on it',
  'AWS::WAFv2::WebACLAssociation': 'a coarse shield in front of AWS; the contract does not rest on it',
  'AWS::Cognito::ManagedLoginBranding': 'the local issuer has pages of its own',
  'AWS::S3::BucketPolicy': PERMISSIONS,
  'AWS::Lambda::EventInvokeConfig': 'a scheduled call is made once here, at its time',
  'AWS::Lambda::LayerVersion': 'only providers of custom resources have layers, and they are not run here',
  'Custom::S3AutoDeleteObjects': 'the host never deletes a resource',
  'AWS::Budgets::Budget': 'nothing costs anything here',
};
