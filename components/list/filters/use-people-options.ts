import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ListFilter } from '../../data-table/filter-bar'

interface People {
  items: { id: string; name: string }[]
}

interface PeopleSource<Key extends QueryKey> {
  shop: string
  /** A stable function. */
  optionsOf: (shop: string) => UseQueryOptions<People, Error, People, Key>
  chosen: readonly string[] | undefined
  /** Names a chosen person who is missing in the answer. */
  somebody: string
}

const choicesOf = ({ items }: People) => items.map(({ id, name }) => ({ value: id, label: name }))

/** The people of a filter. Fetches them when the menu opens, or at once if the address has chosen some. */
export function usePeopleOptions<Key extends QueryKey>(source: PeopleSource<Key>): ListFilter['options'] {
  const { shop, optionsOf, chosen, somebody } = source
  const client = useQueryClient()
  const key = chosen?.join() ?? ''
  const { data } = useQuery({ ...optionsOf(shop), enabled: key !== '' })
  const fetch = useCallback(
    async () => choicesOf(await client.query(optionsOf(shop))),
    [client, optionsOf, shop],
  )
  return useMemo(() => {
    const known = data && choicesOf(data)
    if (key === '') return known ?? fetch
    const strangers = key.split(',').filter((id) => !known?.some(({ value }) => value === id))
    return [...(known ?? []), ...strangers.map((value) => ({ value, label: somebody }))]
  }, [data, key, fetch, somebody])
}
