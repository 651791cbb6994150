import 'server-only'
import type { Source } from '../../core/server/lists/source'
import { cardTokens } from './tables'
import { itemColumns, type ItemRow } from './item'
import { cardTokenSearchLines } from './search'

/** What lists of card tokens are made of. */
export const cardTokenSource: Source<ItemRow> = {
  resource: 'card_tokens',
  table: cardTokens,
  columns: itemColumns,
  lines: cardTokenSearchLines,
}
