/** Every page of a list, each by the cursor of the one before. */
export async function everyPage<Page extends { cursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  do pages.push(await read(pages.at(-1)?.cursor ?? undefined));
  while (pages.at(-1)?.cursor !== null);
  return pages;
}
