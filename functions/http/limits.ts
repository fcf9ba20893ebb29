/** Admitted requests per address in any 60 s (§8). */
export const REQUESTS_PER_MINUTE = 30;

/** Of a request's body: the largest honest one is a few hundred bytes (decision D16). */
export const MAX_BODY_KB = 16;
