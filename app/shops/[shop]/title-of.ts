import 'server-only'
import type { Metadata } from 'next'

/**
 * Returns the name of a page's subject as its title. If it cannot be read, or not by this person, returns `usual`; the
 * page itself shows why.
 */
export async function titleOf(usual: string, read: () => Promise<string>): Promise<Metadata> {
  const title = await read().catch(() => usual)
  return { title: title || usual }
}
