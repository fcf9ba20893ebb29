const READING_POSTS = /\/(search|totals)$/;

/** Whether a route changes nothing. The page may call it again when the network fails; a refused account may call it. */
export function isReading(route: string): boolean {
  return route.startsWith('GET ') || READING_POSTS.test(route);
}
