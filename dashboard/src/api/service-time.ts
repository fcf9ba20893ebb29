/** How far the service's clock is ahead of this device's, by the newest answer. */
let aheadMs = 0;

/** Records the time of an answer: the value of its header `X-Service-Time`, ISO 8601. */
export function recordServiceTime(time: string | null): void {
  const timeMs = Date.parse(time ?? '');
  if (!Number.isNaN(timeMs)) aheadMs = timeMs - Date.now();
}

/** The service's current time, for periods and ages; a device's clock may be wrong. */
export function serviceNow(): number {
  return Date.now() + aheadMs;
}
