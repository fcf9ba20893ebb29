/** In the documents, the target of each link to our support. Each stage replaces it by its `supportEmail`. */
export const SUPPORT = 'support@payment-service.example';

/** What a page adds to the words of a link to an address, for readers without a mail program too. */
export const addressInPage = (address: string) => ` (<a href="mailto:${address}">${address}</a>)`;

const IN_MARKDOWN = new RegExp(`\\[([^\\]]+)\\]\\(mailto:${SUPPORT.replaceAll('.', '\\.')}\\)`, 'g');

/** A document, as Markdown or as a page, with a stage's address. Without one the words stay, and the link goes. */
export function withSupport(text: string, supportEmail: string | undefined): string {
  if (supportEmail !== undefined) return text.replaceAll(SUPPORT, supportEmail);
  return text.replaceAll(addressInPage(SUPPORT), '').replaceAll(IN_MARKDOWN, '$1');
}
