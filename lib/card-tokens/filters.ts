import { choice, choices, flag, id, text } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { checkoutContracts } from '../gateway/checkouts/choices'

/** A card is valid to the end of its month (UTC). `soon`: it ends within `soonDays` days. */
export const cardExpiries = ['soon', 'expired', 'valid'] as const

/** How a token got here: a card typed in (`direct`), a notification, or a pasted token. */
export const cardTokenSources = ['direct', 'notification', 'pasted'] as const

export const rowsPer = ['token', 'card'] as const

/**
 * `same_card_as`: the tokens of the same card as this token. `per`, of `card`: each card's newest matching token is its
 * row. Searches always list tokens. API tokens that see holders masked may not sort by them.
 */
export const cardTokenList = describeList({
  sortColumns: ['created_at', 'holder', 'expiry'],
  defaultSort: '-created_at',
  search: 'ranked',
  filters: {
    expiry: choices(cardExpiries),
    contract: choices(checkoutContracts),
    source: choices(cardTokenSources),
    test: flag,
    per: choice(rowsPer),
    same_card_as: id,
    customer_id: text(),
  },
})
