import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

export interface DashboardHeadersProps {
  /** The two addresses the page may speak with beside its own origin. */
  issuer: string;
  signInUrl: string;
}

// A power that the page never uses is one that nothing injected into it can use.
const PERMISSIONS_POLICY = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`);

/** The headers of every answer, the API's too: what a browser is to hold the page to. */
export class DashboardHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, { issuer, signInUrl }: DashboardHeadersProps) {
    super(scope, id, {
      comment: 'What browsers hold the dashboard to',
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

/** Nothing but what is named: no script or style that is not a file of ours, and no address to carry data to. */
function contentSecurityPolicy(issuer: string, signInUrl: string): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    // The slash makes it everything below: the discovery document and the keys.
    'connect-src': `'self' ${issuer}/ ${signInUrl}`,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
