import { Duration, Stack } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { names } from '../../stacks/names.ts';
import type { Stage } from '../../stacks/stages.ts';

export interface DashboardHeadersProps {
  stage: Stage;
  /** With `signInUrl`, the addresses that the page may call beside its own origin. */
  issuer: string;
  signInUrl: string;
}

// Features that the page does not use are switched off, so that injected code cannot use them.
const PERMISSIONS_POLICY = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`);

/** The security headers of every response, the API's included. */
export class DashboardHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, { stage, issuer, signInUrl }: DashboardHeadersProps) {
    super(scope, id, {
      responseHeadersPolicyName: names.dashboardSite(stage, Stack.of(scope).region),
      comment: 'Security headers of the dashboard',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(issuer, signInUrl), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Permissions-Policy', value: PERMISSIONS_POLICY.join(', '), override: true },
          { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
          { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true },
        ],
      },
    });
  }
}

/**
 * Denies everything that is not listed: scripts and styles come from our own files, and no other address can be
 * called.
 */
function contentSecurityPolicy(issuer: string, signInUrl: string): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    // The trailing slash allows every path below: the discovery document and the keys.
    'connect-src': `'self' ${issuer}/ ${signInUrl}`,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
