import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Audit, type AuditProps } from './audit.ts';

/** What runs by schedule for finance. */
export class Finance extends Construct {
  /** Of the functions that record exceptions. */
  readonly logGroups: ILogGroup[];
  readonly auditLogGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: AuditProps) {
    super(scope, id);
    this.auditLogGroup = new Audit(this, 'Audit', props).logGroup;
    this.logGroups = [];
  }
}
