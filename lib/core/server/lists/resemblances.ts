import 'server-only'
import type { SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { resemblesWords, type Near } from '../search/search'
import type { Source } from './source'
import { nearWords } from './words'

type Searched = Omit<Source<object>, 'columns'>

/** `name` identifies the kind, for the count of its rows. */
type Resemblance = { resembles: SQL; name: string }

/** The kinds of similarity to try in turn if no row contains the whole query. */
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
