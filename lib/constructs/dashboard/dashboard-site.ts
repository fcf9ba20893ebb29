import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Aws, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { PAGE_DIR } from '../../bundling/page.ts';
import type { DomainSettings } from '../../stacks/domain-settings.ts';
import { names } from '../../stacks/names.ts';
import type { Stage } from '../../stacks/stages.ts';

export interface DashboardSiteProps {
  stage: Stage;
  api: RestApi;
  headers: ResponseHeadersPolicy;
}

const VIEWER_REQUEST_FILE = join(import.meta.dirname, 'viewer-request.js');

/**
 * One origin for the browser: the page's files from a private bucket, and `/dashboard/api/*` from the API. It defines
 * no error pages, because they would replace the API's error responses.
 */
export class DashboardSite extends Construct {
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** `https://` and the host name, with no slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { stage, api, headers }: DashboardSiteProps) {
    super(scope, id);
    this.bucket = this.privateBucket(stage);
    const { dashboardDomain } = stage;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `payment-service-${stage.name} dashboard`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(dashboardDomain && {
        domainNames: [dashboardDomain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', dashboardDomain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultBehavior: this.pageBehavior(stage, headers),
      additionalBehaviors: { '/dashboard/api/*': apiBehavior(api, headers) },
    });
    this.url = `https://${dashboardDomain?.name ?? this.distribution.distributionDomainName}`;
    if (dashboardDomain) this.addRecords(dashboardDomain);
  }

  private addRecords({ name: recordName, hostedZone }: DomainSettings): void {
    if (hostedZone) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
      const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
      new ARecord(this, 'Record', { zone, recordName, target });
      new AaaaRecord(this, 'RecordV6', { zone, recordName, target });
    }
    const description = `The target of the DNS record of ${recordName}`;
    new CfnOutput(Stack.of(this), 'DashboardDomainTarget', {
      value: this.distribution.distributionDomainName,
      description,
    });
  }

  /** Every file in it can be built again, but nothing of production is deleted by a stack. */
  private privateBucket({ production }: Stage): Bucket {
    return new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      autoDeleteObjects: !production,
    });
  }

  private pageBehavior(stage: Stage, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      comment: 'Serves the page for every address of the dashboard',
      code: FunctionCode.fromInline(viewerRequestCode()),
      runtime: FunctionRuntime.JS_2_0,
    });
    const originAccessControl = new S3OriginAccessControl(this, 'AccessControl', {
      originAccessControlName: names.dashboardSite(stage, Stack.of(this).region),
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // Caches each file as long as its own Cache-Control allows.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewerRequest }],
    };
  }
}

/** The function with the page's files: those at the top, the documents, and the settings that the deployment writes. */
function viewerRequestCode(): string {
  const found = globSync(['*', 'docs/**'], { cwd: PAGE_DIR, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map(({ parentPath, name }) => relative(PAGE_DIR, join(parentPath, name)));
  const list = JSON.stringify(['config.json', ...files.sort()]);
  return readFileSync(VIEWER_REQUEST_FILE, 'utf8').replace("['FILES']", () => list);
}

/** The API's stage is the first part of the path, so the path is forwarded unchanged. */
function apiBehavior(api: RestApi, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
  return {
    origin: new HttpOrigin(`${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    }),
    // No redirect from http: the token would already have been sent in clear text.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // API Gateway routes by its own host name.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    responseHeadersPolicy,
  };
}
