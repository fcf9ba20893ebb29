/** Libraries of Standard Webhooks refuse a timestamp older than this. */
export const TOLERANCE_S = 300;
