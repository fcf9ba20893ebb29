/** The height of a panel, in percent of the window's. */
export const SHARE = { least: 20, usual: 45, most: 80 } as const;

const STEP = 2;
const LEAP = 10;

export function shareWithin(share: number): number {
  return Math.round(Math.min(Math.max(share, SHARE.least), SHARE.most));
}

/** What a key makes of it while the separator has the focus; undefined for a key that means nothing there. */
export function shareAfter(key: string, share: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return shareWithin(share + STEP);
    case 'ArrowDown':
      return shareWithin(share - STEP);
    case 'PageUp':
      return shareWithin(share + LEAP);
    case 'PageDown':
      return shareWithin(share - LEAP);
    case 'Home':
      return SHARE.least;
    case 'End':
      return SHARE.most;
    default:
      return undefined;
  }
}
