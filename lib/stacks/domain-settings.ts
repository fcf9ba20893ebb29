import * as z from 'zod/mini';

export const hostName = z
  .string()
  .check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a host name in lower case, such as api.shop.example'));

const CERTIFICATE = /^arn:aws:acm:([a-z0-9-]+):(\d{12}):certificate\/[\w-]+$/;

function domain(region: RegExp, meaning: string) {
  const problem = `of ACM ${meaning} is required: arn:aws:acm:REGION:ACCOUNT:certificate/ID`;
  const certificateArn = z.string().check(
    z.regex(CERTIFICATE, problem),
    z.refine((arn) => region.test(CERTIFICATE.exec(arn)?.[1] ?? ''), problem),
  );
  const hostedZone = z.strictObject({
    id: z.string().check(z.regex(/^Z[A-Z0-9]+$/, 'the id of a public hosted zone, such as Z0123456789ABC')),
    name: hostName,
  });
  return z.strictObject({
    name: hostName,
    certificateArn,
    /** The public zone of Route 53 in the stage's account that gets the records. Without it they are made by hand. */
    hostedZone: z.optional(hostedZone),
  });
}

/** The API's own domain. API Gateway accepts certificates of its own region. */
export const apiDomain = domain(/^/, "in the stage's region");
/** The dashboard's own domain. CloudFront accepts certificates of us-east-1 only. */
export const dashboardDomain = domain(/^us-east-1$/, 'in us-east-1');

export type DomainSettings = z.infer<typeof apiDomain>;

interface StageDomains {
  account?: string | undefined;
  region?: string | undefined;
  apiDomain?: DomainSettings | undefined;
  dashboardDomain?: DomainSettings | undefined;
}

/** What contradicts the stage's account and region, or each other, in the domains; empty if nothing does. */
export function domainProblems({ account, region, ...domains }: StageDomains): string[] {
  const problems = (['apiDomain', 'dashboardDomain'] as const).flatMap((setting) => {
    const { name = '', certificateArn = '', hostedZone } = domains[setting] ?? {};
    const [, ofRegion, ofAccount] = CERTIFICATE.exec(certificateArn) ?? [];
    const isElsewhere = setting === 'apiDomain' && region && ofRegion && ofRegion !== region;
    const isOutside = hostedZone && name !== hostedZone.name && !name.endsWith(`.${hostedZone.name}`);
    return [
      isElsewhere && `${setting}: certificateArn must be of the stage's region, ${region}`,
      account &&
        ofAccount &&
        ofAccount !== account &&
        `${setting}: certificateArn must be of the stage's account, ${account}`,
      isOutside && `${setting}: name must be in hostedZone, ${hostedZone.name}`,
    ];
  });
  const isShared = domains.apiDomain && domains.apiDomain.name === domains.dashboardDomain?.name;
  return [...problems, isShared && 'apiDomain and dashboardDomain must have different names'].filter(
    (text) => !!text,
  ) as string[];
}
