import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { resemblesWords, type Near } from '../search'
import type { Source } from './source'
import { nearWords } from './words'

type Searched = Omit<Source<object>, 'columns'>

/** `name` tells it from others of the same query: what has it is counted by itself. */
type Resemblance = { resembles: SQL; name: string }

/** What to look for where nothing contains all of a query: one after the other, until something is found. */
export async function* resemblances(
  context: ShopContext,
  { resource, table, resembles = wordsOnly(table) }: Searched,
  q: string,
): AsyncGenerator<Resemblance> {
  let at = 0
  for await (const one of resembles(q, nearWords(context, resource))) {
    at += 1
    if (one) yield { resembles: one, name: `alike ${at}` }
  }
}

const wordsOnly = ({ search }: Searched['table']) =>
  async function* (q: string, near: Near) {
    yield await resemblesWords(search, q, near)
  }
