import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystem } from 'aws-cdk-lib';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { PAGE_DIR } from '../../bundling/page.ts';
import { withSupport } from '../../bundling/support.ts';
import type { Stage } from '../../stacks/stages.ts';
import { functionLogs, functionRole } from '../function-logs.ts';
import type { DashboardSite } from './dashboard-site.ts';

/** The page's settings (`config.json`), read when it starts: where to sign in, and which service it shows. */
export interface PageConfig {
  /** OpenID Connect issuer. */
  authority: string;
  clientId: string;
  logoutUrl: string;
  /** The merchants' base URL, for the examples on the page. */
  apiBaseUrl: string;
  stage: string;
  supportEmail?: string;
  approvalDays?: number;
  /** Whether merchants get the morning mail. */
  hasMail?: boolean;
}

export interface DashboardPageProps {
  stage: Stage;
  site: DashboardSite;
  config: PageConfig;
}

const PREFIX = 'dashboard';
const ASSETS = 'assets';
/** Shown as text in UTF-8; by its extension a file has no charset, and browsers assume another. */
const TEXTS = ['docs/llms.txt', 'docs/**/*.{md,mjs}'];
const OTHERS = ['docs/**/*.{html,css,json}'];

/**
 * The built page in the site's bucket. Files in `assets` have their content's hash in their name. Browsers cache them
 * for a year, and the bucket keeps them, so that a page opened before a deployment still finds its parts. The other
 * files are revalidated on each load, and the page's are uploaded last.
 */
export class DashboardPage extends Construct {
  constructor(scope: Construct, id: string, { stage, site, config }: DashboardPageProps) {
    super(scope, id);
    const logGroup = functionLogs(this, stage);
    // The three share one function.
    const role = functionRole(this, logGroup);
    const settings = {
      destinationBucket: site.bucket,
      prune: false,
      retainOnDelete: false,
      memoryLimit: 512,
      logGroup,
      role,
    };
    const documents = documentsOf(config);
    const assets = new BucketDeployment(this, 'Assets', {
      ...settings,
      sources: [Source.asset(PAGE_DIR, { exclude: ['*', `!${ASSETS}`, `!${ASSETS}/**`] })],
      destinationKeyPrefix: PREFIX,
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const texts = new BucketDeployment(this, 'Texts', {
      ...settings,
      sources: [Source.asset(documents, { exclude: OTHERS })],
      destinationKeyPrefix: PREFIX,
      contentType: 'text/plain; charset=utf-8',
      cacheControl: [CacheControl.fromString('no-cache')],
    });
    const page = new BucketDeployment(this, 'Page', {
      ...settings,
      // Where two have the same file, the last one wins.
      sources: [
        Source.asset(PAGE_DIR, { exclude: [ASSETS, 'docs'] }),
        Source.asset(documents, { exclude: TEXTS }),
        Source.jsonData('config.json', config),
        Source.jsonData('docs/openapi.json', openApiOf(config)),
      ],
      destinationKeyPrefix: PREFIX,
      cacheControl: [CacheControl.fromString('no-cache')],
      distribution: site.distribution,
      distributionPaths: [`/${PREFIX}/index.html`, `/${PREFIX}/config.json`, `/${PREFIX}/docs/*`],
      // The edge revalidates these files on each request, so the deployment does not wait for the invalidation.
      waitForDistributionInvalidation: false,
    });
    page.node.addDependency(assets, texts);
  }
}

/** The page's OpenAPI document with the stage as its server: a client that is generated from it calls the stage. */
function openApiOf({ apiBaseUrl, stage, supportEmail }: PageConfig): object {
  const document = JSON.parse(readFileSync(join(PAGE_DIR, 'docs', 'openapi.json'), 'utf8'));
  const contact = { ...document.info.contact, ...(supportEmail && { email: supportEmail }) };
  return {
    ...document,
    info: { ...document.info, contact },
    servers: [{ url: apiBaseUrl, description: `Stage ${stage}`, 'x-internal': false }],
  };
}

/** A folder with the page's `docs`, in which the documents name the stage's support. */
function documentsOf({ supportEmail }: PageConfig): string {
  const dir = FileSystem.mkdtemp('documents-');
  cpSync(join(PAGE_DIR, 'docs'), join(dir, 'docs'), { recursive: true });
  for (const path of globSync('docs/**/*.{md,html,txt}', { cwd: dir })) {
    const file = join(dir, path);
    writeFileSync(file, withSupport(readFileSync(file, 'utf8'), supportEmail));
  }
  return dir;
}
