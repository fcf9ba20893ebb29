import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { bundleDir } from '../bundling/bundle.ts';
import { names } from '../names.ts';
import type { Stage } from '../stages.ts';
import { ServiceAlarm } from './service-alarm.ts';

export interface ServiceFunctionProps {
  stage: Stage;
  alarmTopic: ITopic;
  /** `payments/init` for `functions/payments/init.handler.ts`. */
  handler: string;
  /** What a merchant or customer notices when this function fails: the sentence its alarm says. */
  errorImpact: string;
  environment: Record<string, string>;
  timeoutSeconds?: number;
  memoryMb?: number;
  /** The authorizer throws to answer 401, so that only its logged errors count. */
  throwsToAnswer?: boolean;
}

/**
 * A Lambda function with our defaults: arm64, Node 24, its own slim bundle, its own role, bounded logs, and an alarm
 * that counts both failed invocations and lines logged at level ERROR.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { stage, handler, timeoutSeconds = 10, memoryMb = 512 } = props;
    const functionName = names.function(stage, handler);
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      description: `Fails: ${props.errorImpact}`.slice(0, 256),
      code: Code.fromAsset(bundleDir(handler)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      logGroup,
      environment: props.environment,
    });
    this.addAlarm(props, logGroup);
  }

  private addAlarm({ errorImpact, alarmTopic, throwsToAnswer }: ServiceFunctionProps, logGroup: LogGroup): void {
    const logged = new MetricFilter(this, 'ErrorLines', {
      logGroup,
      metricNamespace: 'PaymentService',
      metricName: `${this.function.node.path.replaceAll('/', '.')}.ErrorLines`,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    }).metric({ statistic: 'Sum', period: Duration.minutes(1) });
    const failed = this.function.metricErrors({ statistic: 'Sum', period: Duration.minutes(1) });
    const metric = throwsToAnswer ? logged : sum(failed, logged);
    new ServiceAlarm(this, 'Alarm', { alarmTopic, metric, impact: errorImpact });
  }
}

function sum(failed: Metric, logged: Metric): MathExpression {
  return new MathExpression({
    expression: 'FILL(failed, 0) + FILL(logged, 0)',
    usingMetrics: { failed, logged },
    period: Duration.minutes(1),
    label: 'failures',
  });
}
