const HEAD = 9;
const TAIL = 4;

/** `tx_hypt8j…552r`: enough of an id to tell it from others at a glance. */
export function shortened(id: string): string {
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
