interface Titled {
  name: string;
  /** Null until the merchant gives it. */
  company: { name: string } | null;
}

/** What staff call an account: its company, and until that is given the name with which it signed up. */
export function accountTitle({ name, company }: Titled): string {
  return company?.name ?? name;
}
