/** The account of a user, stored in the `merchants` table under `user#` and the issuer's id of the person. */
export interface UserLink {
  userId: string;
  merchantId: string;
  /** Milliseconds since the epoch. */
  linkedAt: number;
}

/** Written in one transaction with the account that it leads to (`first-call.ts`). */
export function userItem({ userId, merchantId, linkedAt }: UserLink) {
  return { id: userItemId(userId), ofMerchant: merchantId, linkedAt };
}

export function userItemId(userId: string): string {
  return `user#${userId}`;
}
