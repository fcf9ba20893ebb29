import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, type StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from '../stacks/stages.ts';

export interface IndexShape {
  partitionKey: string;
  partitionType?: 'string' | 'number';
  sortKey: string;
  sortType: string;
  /** Attributes beside the keys that the index has; keys only if absent. */
  projected?: readonly string[];
}

export interface ServiceTableProps {
  stage: Stage;
  key: { partitionKey: string; sortKey?: string };
  indexes?: Record<string, IndexShape>;
  stream?: StreamViewType;
  timeToLiveAttribute?: string;
  /** Whether its data may be lost: no point-in-time recovery, no deletion protection. */
  disposable?: boolean;
}

/**
 * A table with our defaults: on demand, point-in-time recovery, deletion protection in production.
 */
export class ServiceTable extends Table {
  constructor(scope: Construct, id: string, { stage, key, indexes = {}, stream, ...props }: ServiceTableProps) {
    const isRetained = !props.disposable;
    super(scope, id, {
      partitionKey: { name: key.partitionKey, type: AttributeType.STRING },
      ...(key.sortKey !== undefined && { sortKey: { name: key.sortKey, type: AttributeType.STRING } }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(isRetained && { pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true } }),
      deletionProtection: stage.production && isRetained,
      removalPolicy: stage.production && isRetained ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(stream !== undefined && { stream }),
      ...(props.timeToLiveAttribute !== undefined && { timeToLiveAttribute: props.timeToLiveAttribute }),
    });
    for (const [indexName, { partitionKey, partitionType, sortKey, sortType, projected }] of Object.entries(indexes)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: partitionKey, type: attributeType(partitionType ?? 'string') },
        sortKey: { name: sortKey, type: attributeType(sortType) },
        ...(projected
          ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projected] }
          : { projectionType: ProjectionType.KEYS_ONLY }),
      });
    }
  }
}

function attributeType(type: string): AttributeType {
  return type === 'number' ? AttributeType.NUMBER : AttributeType.STRING;
}
