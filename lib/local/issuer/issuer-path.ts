/** First part of the path of everything that the local issuer answers. */
export const ISSUER_PATH = '/local-issuer';
