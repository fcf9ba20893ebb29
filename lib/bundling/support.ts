/** In the documents, the target of each link to our support. Each stage has its `supportEmail` in its place. */
export const SUPPORT = 'support@payment-service.example';

const IN_PAGES = ` (<a href="mailto:${SUPPORT}">${SUPPORT}</a>)`;
const IN_MARKDOWN = new RegExp(`\\[([^\\]]+)\\]\\(mailto:${SUPPORT.replaceAll('.', '\\.')}\\)`, 'g');

/** A document, as Markdown or as a page, with a stage's address. Without one the words stay, and the link goes. */
export function withSupport(text: string, supportEmail: string | undefined): string {
  if (supportEmail !== undefined) return text.replaceAll(SUPPORT, supportEmail);
  return text.replaceAll(IN_PAGES, '').replaceAll(IN_MARKDOWN, '$1');
}
