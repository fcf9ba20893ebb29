import { ISSUER_PATH } from './issuer/routes.ts';
import { REGION, URL_SUFFIX } from './template/names.ts';

const SUFFIX = URL_SUFFIX.replaceAll('.', '\\.');
const EXECUTE_API = new RegExp(`https://[A-Za-z0-9-]+\\.execute-api\\.${REGION}\\.${SUFFIX}`, 'g');
const CLOUDFRONT = /https:\/\/[a-z0-9]+\.cloudfront\.net/g;
/** The domain of a user pool, and the issuer of its tokens. */
const SIGN_IN = new RegExp(
  `https://[a-z0-9-]+\\.auth\\.${REGION}\\.amazoncognito\\.com|` +
    `https://cognito-idp\\.${REGION}\\.${SUFFIX}/${REGION}_[A-Za-z0-9]+`,
  'g',
);

/** Replaces AWS's addresses of APIs, distributions and user pools with this host's address. */
export function publicAddresses(text: string, url: string): string {
  if (!text.includes('https://')) return text;
  return text
    .replaceAll(EXECUTE_API, url)
    .replaceAll(CLOUDFRONT, url)
    .replaceAll(SIGN_IN, url + ISSUER_PATH);
}
