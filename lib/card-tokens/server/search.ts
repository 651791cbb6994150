import 'server-only'
import { searchText } from '../../core/server/search/fold'
import type { Lines } from '../../core/server/search/search'
import type { CardTokenRow } from './tables'

type Searched = Pick<CardTokenRow, 'id' | 'holder' | 'brand' | 'last4' | 'email' | 'uid'>

/** What a card token is found by; its lines are what {@link cardTokenSearchLines} says. Never the token itself. */
export const cardTokenSearchText = ({ holder, brand, last4, email, uid, id }: Searched): string =>
  searchText([holder, [brand, last4].filter(Boolean).join(' '), email, uid, id])
export const cardTokenSearchLines: Lines = { name: 1, id: 5, exact: [3, 4] }

/** What may be mistyped when it is looked for. */
export const mistypedTexts = ({ holder, email }: Pick<Searched, 'holder' | 'email'>): string[] =>
  [holder, email?.split('@')[0]].filter((text) => text != null)
