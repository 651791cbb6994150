import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { resemblesWords, type Near } from '../search'
import type { Source } from './source'
import { nearWords } from './words'

type Searched = Omit<Source<object>, 'columns'>

/** What to look for where nothing contains all of a query: one after the other, until something is found. */
export async function* resemblances(
  context: ShopContext,
  { resource, table, resembles = wordsOnly(table) }: Searched,
  q: string,
): AsyncGenerator<SQL> {
  for await (const one of resembles(q, nearWords(context, resource))) if (one) yield one
}

const wordsOnly = ({ search }: Searched['table']) =>
  async function* (q: string, near: Near) {
    yield await resemblesWords(search, q, near)
  }
