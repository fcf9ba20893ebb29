/** First part of the path of the local issuer's endpoints. */
export const ISSUER_PATH = '/local-issuer';
