import { ENCRYPTION, LABEL, OBSERVED, PERMISSIONS } from './inert-reasons.ts';

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
  'AWS::Budgets::Budget': 'nothing costs anything here',
};
