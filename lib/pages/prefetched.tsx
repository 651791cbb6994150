import {
  dehydrate,
  HydrationBoundary,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { Route } from 'next'
import { notFound, redirect } from 'next/navigation'
import { createLoader, type ParserMap } from 'nuqs/server'
import type { ReactNode } from 'react'
import { getQueryClient } from '@/lib/core/client/client'
import {
  type FilterValues,
  type ListFilters,
  listFilters,
  type ListParams,
  type ListValues,
} from '@/lib/core/client/list-params'
import type { Permission } from '@/lib/core/permissions'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import type { ActorContext, ShopContext } from '@/lib/core/server/context'
import { AppError } from '@/lib/core/server/errors'
import { readFromReplica } from '@/lib/core/server/read-replica'

export type Answer = (client: QueryClient) => Promise<unknown>

/**
 * Answers the queries of its children on the server, so that the first paint has their data. Shows the not-found page
 * if a record does not exist.
 */
export async function Prefetched({ answers, children }: { answers: readonly Answer[]; children: ReactNode }) {
  const client = getQueryClient()
  await Promise.all(answers.map((answer) => answer(client))).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') notFound()
    throw error
  })
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
}

/** Answers a query by `read` instead of by a request. */
export const answer =
  <Data, Key extends QueryKey>(
    options: Pick<UseQueryOptions<Data, Error, Data, Key>, 'queryKey'>,
    read: () => Promise<Data>,
  ): Answer =>
  (client) =>
    client.query({ queryKey: options.queryKey, queryFn: () => pageQuery(read) })

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

interface FirstPage<Page, Sort extends string, Filters extends ParserMap> {
  /** The list's address within the shop. */
  path: string
  searchParams: SearchParams
  params: ListParams<Sort, Filters>
  query: (shop: string, filters: ListFilters<Sort, Filters>) => { queryKey: QueryKey }
  read: (filters: ListFilters<Sort, Filters>) => Promise<Page>
}

/**
 * Answers the query for the page of a list that the address names. Redirects to the start of the list if that is
 * impossible: a cursor may be truncated, outdated or of another sort order, and a shared address may sort by a field
 * that is masked for this person.
 */
export const listAnswer =
  <Page, Sort extends string, Filters extends ParserMap>(
    { shop }: ShopContext,
    { path, searchParams, params, query, read }: FirstPage<Page, Sort, Filters>,
  ): Answer =>
  async (client) => {
    const filters = await filtersIn(searchParams, params)
    await answer(query(shop.id, filters), () => read(filters))(client).catch((error: unknown) => {
      if (error instanceof AppError && (error.code === 'bad_request' || error.code === 'forbidden'))
        redirect(`/shops/${shop.id}/${path}` as Route)
      throw error
    })
  }

async function filtersIn<Sort extends string, Filters extends ParserMap>(
  searchParams: SearchParams,
  params: ListParams<Sort, Filters>,
): Promise<ListFilters<Sort, Filters>> {
  // nuqs cannot infer through the type parameters. The types come from these same parsers.
  const values = (await createLoader(params.params as ParserMap)(
    searchParams,
  )) as unknown as ListValues<Sort> & FilterValues<Filters>
  return listFilters(values, params)
}

interface ListPage<Page, Sort extends string, Filters extends ParserMap> extends Omit<
  FirstPage<Page, Sort, Filters>,
  'searchParams' | 'read'
> {
  permission: Permission
  read: (context: ActorContext, filters: ListFilters<Sort, Filters>) => Promise<Page>
  show: (context: ActorContext) => ReactNode | Promise<ReactNode>
}

/** A page of a shop with one list, which the server answers. */
export function listPage<Page, Sort extends string, Filters extends ParserMap>({
  permission,
  read,
  show,
  ...list
}: ListPage<Page, Sort, Filters>) {
  return async function Page({ params, searchParams }: PageProps<'/shops/[shop]'>) {
    const context = await pageContext((await params).shop, permission)
    const first = listAnswer(context, {
      ...list,
      searchParams,
      read: (filters) => readFromReplica(context, (from) => read(from, filters)),
    })
    return <Prefetched answers={[first]}>{await show(context)}</Prefetched>
  }
}
