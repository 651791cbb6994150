import 'server-only'
import type { Metadata } from 'next'

/**
 * The title of a page that shows one thing: what that is called. Where it cannot be read, or not by who asks, the page
 * itself says so, under the `usual` title.
 */
export async function titleOf(usual: string, read: () => Promise<string>): Promise<Metadata> {
  const title = await read().catch(() => usual)
  return { title: title || usual }
}
