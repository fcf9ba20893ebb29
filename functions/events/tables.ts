/** The partition of a merchant's days in the table `totals`; the sort key `item` is the day. */
export function daysPartition(merchantId: string): string {
  return `digest#${merchantId}`;
}
