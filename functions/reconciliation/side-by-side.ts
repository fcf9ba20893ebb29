/** Does `work` for each item, at most `limit` of them at a time, and answers in the items' order. Rejects with the first failure. */
export async function sideBySide<Item, Done>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = new Array(items.length);
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) done[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return done;
}
