/** First part of the path of everything that the local issuer answers. */
export const ISSUER_PATH = '/local-issuer';

/** Below the issuer's address, as they are below the domain of a user pool. */
export const ROUTES = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userInfo',
  revocation: '/oauth2/revoke',
  jwks: '/.well-known/jwks.json',
};
