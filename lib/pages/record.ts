import 'server-only'
import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { Permission } from '@/lib/core/permissions'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import type { ActorContext } from '@/lib/core/server/context'
import { AppError } from '@/lib/core/server/errors'

/** What a record's page and its title both need, each read once for both. */
export function recordPage<Detail>(
  permission: Permission,
  readDetail: (context: ActorContext, id: string) => Promise<Detail>,
) {
  return {
    contextOf: cache((shop: string) => pageContext(shop, permission)),
    read: cache((context: ActorContext, id: string) => pageQuery(() => readDetail(context, id))),
  }
}

/** Reads a record into `client` for its page. Returns the error if it cannot be shown; an unknown record is a 404. */
export const prefetchRecord = <Detail, Key extends QueryKey>(
  client: QueryClient,
  { queryKey }: Pick<UseQueryOptions<Detail, Error, Detail, Key>, 'queryKey'>,
  read: () => Promise<Detail>,
): Promise<Detail | AppError> =>
  client.query({ queryKey, queryFn: read }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found') notFound()
    return error
  })

/**
 * Returns the name of a page's subject as its title. If it cannot be read, or not by this person, returns `usual`; the
 * page itself shows why.
 */
export async function titleOf(usual: string, read: () => Promise<string>): Promise<Metadata> {
  const title = await read().catch(() => usual)
  return { title: title || usual }
}
