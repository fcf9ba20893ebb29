/** Findings of cdk-nag and Control Tower that we do not follow: the paths, the rules by how they begin, and why. */
export const REASONS: { reason: string; rules: string[]; at: RegExp }[] = [
  {
    reason: 'Public files, and addresses that hold codes of sign-ins. The page’s API has an access log.',
    rules: [
      'AwsSolutions-S1',
      's3_bucket_logging_enabled_check',
      'AwsSolutions-CFR3',
      'cloudfront_access_logs_enabled_check',
    ],
    at: /\/Site\/(Files|Distribution)\//,
  },
  {
    reason:
      'The setting `firewall` puts one in front of the payment API, for $6 a month. The page’s API has a throttle.',
    rules: ['AwsSolutions-APIG3', 'AwsSolutions-CFR2'],
    at: /DeploymentStage|\/Distribution\//,
  },
  {
    reason:
      'The authorizer counts each address and says when to come back. One limit for all lets one caller stop the others.',
    rules: ['Serverless-APIGWDefaultThrottling'],
    at: /\/PaymentApi\/Api\/DeploymentStage/,
  },
  {
    reason: 'Log lines carry the request’s id to each attempt of its webhook. X-Ray takes $5 a million traces.',
    rules: ['Serverless-LambdaTracing', 'Serverless-APIGWXrayEnabled', 'api_gw_xray_enabled_check'],
    at: /./,
  },
  {
    reason: 'CloudFront sets TLS of its own name. `dashboardDomain` sets TLS 1.2; a warning of production asks for it.',
    rules: [
      'AwsSolutions-CFR4',
      'cloudfront_security_policy_check',
      'cloudfront_custom_ssl_certificate_check',
      'cloudfront_sni_enabled_check',
    ],
    at: /\/Distribution\//,
  },
  {
    reason: 'Execution logs repeat parameters, and with them a bank’s key or data of persons.',
    rules: ['AwsSolutions-APIG6', 'api_gw_v1_execution_logging_enabled_check'],
    at: /DeploymentStage/,
  },
  {
    reason:
      'All logs go when no bank repeats its report: lines name users by id (`logRetentionDays`, docs/security.md).',
    rules: ['cloudwatch_log_group_retention_period_check'],
    at: /\/Logs\//,
  },
  {
    reason: 'AWS encrypts with its own key. Ours would cost $1 a month and $0.03 for 10,000 uses, and could be lost.',
    rules: [
      'cloudwatch_log_group_encrypted_check',
      'dynamodb_table_encrypted_kms_check',
      's3_bucket_default_encryption_kms_check',
    ],
    at: /\/Logs\/|-data\/|\/Site\/Files\//,
  },
  {
    reason: 'Nothing that a function calls is in a network of ours. A way out of one is $35 a month for each zone.',
    rules: ['lambda_inside_vpc_check'],
    at: /./,
  },
  {
    reason:
      'A caller gets the error, a queue or stream has dead letters, and a schedule’s next call does the same work.',
    rules: [
      'Serverless-LambdaDLQ',
      'Serverless-LambdaAsyncFailureDestination',
      'Serverless-EventBusDLQ',
      'Serverless-LambdaEventSourceMappingDestination',
    ],
    at: /./,
  },
  {
    reason: 'A dead-letter queue has none itself.',
    rules: ['Serverless-SQSRedrivePolicy', 'sqs_dlq_check'],
    at: /\/(DeadLetters|UnrelayedRecords)\//,
  },
  { reason: 'Lambda sends to it, and nothing consumes it.', rules: ['AwsSolutions-SQS3'], at: /\/UnrelayedRecords\// },
  {
    reason: 'Its SourceArn names the account and the API. The rule does not read a joined text.',
    rules: ['lambda_function_public_access_prohibited_check'],
    at: /\/ApiPermission\.|:Permissions$/,
  },
  {
    reason: 'ListStreams, which Lambda needs, names no table and reads no record.',
    rules: ['AwsSolutions-IAM5[Resource::*]'],
    at: /\/Relay\/Role\//,
  },
  {
    reason: 'Its condition names the sender, whose identity in SES is the address or its domain.',
    rules: ['AwsSolutions-IAM5[Resource::arn:aws:ses:'],
    at: /\/Night\/Night\/Role\//,
  },
  {
    reason: 'API Gateway requires these rights on every group, and has one role for all APIs of the region.',
    rules: ['AwsSolutions-IAM5[Resource::*]'],
    at: /\/AccessLog\/Role\//,
  },
  {
    reason: 'The CDK grants its own function these on two buckets, and CloudFront’s invalidations.',
    rules: ['AwsSolutions-IAM5['],
    at: /-dashboard\/Page\/Role\//,
  },
  {
    reason: 'The CDK chooses the runtime of its own function.',
    rules: ['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'],
    at: /\/Custom::CDKBucketDeployment/,
  },
  {
    reason: 'By the stage’s names, or, where AWS chooses the ids, by account and region.',
    rules: ['AwsSolutions-IAM5['],
    at: /-roles\/operator\//,
  },
  {
    reason: 'The function checks a request and names the field; API Gateway would answer in its own words.',
    rules: ['AwsSolutions-APIG2'],
    at: /\/Api\/Resource$/,
  },
  {
    reason: 'A bank’s notification proves itself: it is sealed, or holds a key.',
    rules: ['AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    at: /\/PaymentApi\/Api\/Default\/bank\/\{account\}\/notifications\/(GET|POST)\//,
  },
  {
    reason: 'Callers are merchants’ programs with a key, which our authorizer checks.',
    rules: ['AwsSolutions-COG4'],
    at: /\/PaymentApi\/Api\/Default\/v1\//,
  },
  {
    reason: 'The rule knows the older name of a policy. This one ends at TLS 1.2 too and excludes weak ciphers.',
    rules: ['api_gw_domain_tls_check'],
    at: /\/Domain\/Name\//,
  },
  {
    reason: 'Mail of an alarm that cannot be sent helps nobody in a queue. The alarm itself stays raised.',
    rules: ['Serverless-SNSRedrivePolicy'],
    at: /\/Alarms\//,
  },
  {
    reason: 'Plus costs $0.02 a user and month and judges stolen passwords. Everybody has a second factor.',
    rules: ['AwsSolutions-COG8'],
    at: /\/Users\//,
  },
  {
    reason: 'Its items expire, and a lost one stops nothing.',
    rules: ['AwsSolutions-DDB3', 'dynamodb_table_pitr_enabled_check'],
    at: /\/RateLimits\//,
  },
  {
    reason:
      'A key is added to the keyring by hand and the old ones stay: what they sealed must open. Banks issue theirs.',
    rules: ['AwsSolutions-SMG4'],
    at: /\/(Keyring|BankAccount-)/,
  },
  {
    reason:
      'Each deployment builds its files again, old parts stay for pages that are open, and nothing acts on a change.',
    rules: [
      's3_bucket_object_lock_enabled_check',
      's3_bucket_versioning_enabled_check',
      's3_event_notifications_enabled_check',
      's3_lifecycle_policy_check',
    ],
    at: /\/Site\/Files\//,
  },
  { reason: 'Merchants travel: no country is refused.', rules: ['AwsSolutions-CFR1'], at: /\/Distribution\// },
  {
    reason: 'The function of the viewer’s request serves the root.',
    rules: ['cloudfront_default_root_object_configured_check'],
    at: /\/Distribution\//,
  },
  {
    reason: 'A second bucket would serve the page of an API that is out with the first one’s region.',
    rules: ['cloudfront_origin_failover_enabled_check'],
    at: /\/Distribution\//,
  },
];
