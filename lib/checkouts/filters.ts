import { amount, choices, day, flag, id, ids, text, texts } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { currencyCodes } from '../gateway/values/currencies'
import { checkoutStates } from './state'

/** Amounts only make sense with a currency. Days are those of the shop's time zone, else of UTC. */
export const checkoutList = describeList({
  sortColumns: ['created_at', 'amount', 'expires_at'],
  defaultSort: '-created_at',
  search: 'ranked',
  filters: {
    state: choices(checkoutStates),
    currency: choices(currencyCodes),
    amount_from: amount,
    amount_to: amount,
    created_from: day,
    created_to: day,
    created_by: ids,
    customer_id: text(),
    test: flag,
    job: id,
    /** Of a selection: which of its rows the list still has. */
    id: texts(),
  },
})
