import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Audit, type AuditProps } from './audit.ts';
import { Books } from './books.ts';

/** The totals, which are the second consumer of the transactions' stream, and the nightly audit. */
export class Finance extends Construct {
  /** Of the functions that record exceptions. */
  readonly logGroups: ILogGroup[];
  readonly auditLogGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: AuditProps) {
    super(scope, id);
    this.logGroups = new Books(this, 'Books', props).logGroups;
    this.auditLogGroup = new Audit(this, 'Audit', props).logGroup;
  }
}
