import type { Gateway } from '../api/gateway.ts';
import type { Log } from '../log.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { type Bucket, deploy } from './deployment.ts';
import { readDistribution } from './distribution.ts';
import { Site } from './site.ts';

/** The site of the assembly with the files of its deployments; undefined when there is no distribution. */
export function readSite(
  resources: readonly Resource[],
  gateways: ReadonlyMap<string, Gateway>,
  finish: (text: string) => string,
  log: Log,
): Site | undefined {
  const distribution = readDistribution(resources);
  if (!distribution) return undefined;
  const buckets = new Map<string, Bucket>();
  for (const { type, physicalId } of resources) if (type === 'AWS::S3::Bucket') buckets.set(physicalId, new Map());
  for (const deployment of resources.filter(({ type }) => type === 'Custom::CDKBucketDeployment')) {
    const bucket = buckets.get(String(deployment.properties.DestinationBucketName));
    if (!bucket)
      throw new UnsupportedError(deployment, 'property DestinationBucketName', 'the assembly has no such bucket');
    deploy(deployment, bucket, finish);
  }
  return new Site({ distribution, buckets, gateways, log });
}
