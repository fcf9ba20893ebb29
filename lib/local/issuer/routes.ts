/** First part of the path of the local issuer's endpoints. */
export const ISSUER_PATH = '/local-issuer';

/** Paths below the issuer's address, the same as below the domain of a user pool. */
export const ROUTES = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userInfo',
  revocation: '/oauth2/revoke',
  jwks: '/.well-known/jwks.json',
};
