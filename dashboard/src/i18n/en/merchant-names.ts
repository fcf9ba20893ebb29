export const merchantNames = {
  merchant: 'Merchant',
  allMerchants: 'All merchants',
  noMerchant: 'Merchant not found',
  matchNone: (typed: string) => `No merchant matches “${typed}”. The filter was not changed.`,
  matchSeveral: (typed: string) => `Several merchants match “${typed}”. Choose one from the list.`,
  namesFailed: 'Merchant names could not be loaded. IDs are shown instead.',
};
