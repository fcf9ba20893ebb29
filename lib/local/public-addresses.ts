import { ISSUER_PATH } from './issuer/routes.ts';
import { REGION, URL_SUFFIX } from './template/names.ts';

const SUFFIX = URL_SUFFIX.replaceAll('.', '\\.');
const EXECUTE_API = new RegExp(`https://[A-Za-z0-9-]+\\.execute-api\\.${REGION}\\.${SUFFIX}`, 'g');
const CLOUDFRONT = /https:\/\/[a-z0-9]+\.cloudfront\.net/g;
/** The domain of a user pool, and the address that its tokens name as their issuer. */
const SIGN_IN = new RegExp(
  `https://[a-z0-9-]+\\.auth\\.${REGION}\\.amazoncognito\\.com|https://cognito-idp\\.${REGION}\\.${SUFFIX}/${REGION}_[A-Za-z0-9]+`,
  'g',
);

/** A text with this host's address in place of those that AWS would give to APIs, distributions and user pools. */
export function publicAddresses(text: string, url: string): string {
  if (!text.includes('https://')) return text;
  return text
    .replaceAll(EXECUTE_API, url)
    .replaceAll(CLOUDFRONT, url)
    .replaceAll(SIGN_IN, url + ISSUER_PATH);
}
