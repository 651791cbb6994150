import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Answer, Endpoints } from '../api/endpoint'
import { type MinorUnitOverrides, minorUnitsText } from '../../gateway/values/minor-units'
import { decimalsHeader } from '../api/headers'
import { api, ApiError, type ApiOptions } from '../api/http'
import { queryString, type QueryValues } from './query-string'

type Sent<Key, Described> = Pick<ApiOptions, 'signal' | 'idempotencyKey' | 'isRepeatOfLost'> & {
  shop: string
} & (Key extends `${string}[id]${string}` ? { id: string } : unknown) &
  (Described extends { query: infer Query extends z.ZodType }
    ? { query?: Partial<z.output<Query>> }
    : unknown) &
  (Described extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown)

interface PageDecimals {
  shop: string
  /** With these the page reads and shows the shop's amounts. */
  overrides: MinorUnitOverrides
  /** Called when the server refused a request because the shop has others by now. */
  onOutdated: () => void
}

let pageDecimals: PageDecimals | null = null

/**
 * Makes requests to the shop name the decimals with which the page reads amounts, so that the server refuses amounts
 * that mean something else by now. Returns a function that ends this.
 */
export function readAmountsWith(decimals: PageDecimals): () => void {
  pageDecimals = decimals
  return () => {
    if (pageDecimals === decimals) pageDecimals = null
  }
}

/** @throws what `api` throws. */
async function send(shop: string, address: string, options: ApiOptions): Promise<unknown> {
  const decimals = pageDecimals?.shop === shop ? pageDecimals : null
  const headers = decimals ? { [decimalsHeader]: minorUnitsText(decimals.overrides) } : undefined
  try {
    return await api(address, { headers, ...options })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'decimals_changed') decimals?.onOutdated()
    throw error
  }
}

type AnySent = ApiOptions & { shop: string; id?: string; query?: QueryValues }

/**
 * Returns the function that calls a feature's endpoints. Its types are those of the feature's `api.ts`, which is only
 * a type here: the server parses its answers, so the browser loads no schema for them.
 */
export const shopApi =
  <Api extends Endpoints>() =>
  <Key extends keyof Api & string>(key: Key, sent: Sent<Key, Api[Key]>): Promise<Answer<Api[Key]>> => {
    const { shop, id = '', query, ...options } = sent as AnySent
    const [method, path] = key.split(' ') as [ApiOptions['method'], string]
    const place = path === '/' ? '' : path.replace('[id]', () => encodeURIComponent(id))
    const address = `/api/shops/${encodeURIComponent(shop)}${place}${queryString(query ?? {})}`
    return send(shop, address, { method, ...options }) as Promise<Answer<Api[Key]>>
  }

/** Returns the function that makes the query of an endpoint that needs nothing but the shop. */
export const shopQuery =
  <Api extends Endpoints>() =>
  <Key extends keyof Api & string, const Kept extends QueryKey>(
    key: Key,
    queryKeyOf: (shop: string) => Kept,
  ) =>
  (shop: string) =>
    queryOptions({
      queryKey: queryKeyOf(shop),
      queryFn: ({ signal }) => shopApi<Api>()(key, { shop, signal } as Sent<Key, Api[Key]>),
    })

/** The same for an endpoint of one record, `[id]` in its path. */
export const shopDetail =
  <Api extends Endpoints>() =>
  <Key extends keyof Api & string, const Kept extends QueryKey>(
    key: Key,
    queryKeyOf: (shop: string, id: string) => Kept,
  ) =>
  (shop: string, id: string) =>
    queryOptions({
      queryKey: queryKeyOf(shop, id),
      queryFn: ({ signal }) => shopApi<Api>()(key, { shop, id, signal } as unknown as Sent<Key, Api[Key]>),
    })

type QueryOf<Described> = Described extends { query: infer Query extends z.ZodType }
  ? Partial<z.output<Query>>
  : never

/** The same for an endpoint with a query. While another one is read, the last answer stays. */
export const shopList =
  <Api extends Endpoints>() =>
  <Key extends keyof Api & string, const Kept extends QueryKey>(
    key: Key,
    queryKeyOf: (shop: string, query: QueryOf<Api[Key]>) => Kept,
  ) =>
  (shop: string, query: QueryOf<Api[Key]>) =>
    queryOptions({
      queryKey: queryKeyOf(shop, query),
      queryFn: ({ signal }) => shopApi<Api>()(key, { shop, query, signal } as unknown as Sent<Key, Api[Key]>),
      placeholderData: keepPreviousData,
    })
