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
    created_from: day,
    created_to: day,
    amount_from: amount,
    amount_to: amount,
    created_by: ids,
    test: flag,
    currency: choices(currencyCodes),
    job: id,
    customer_id: text(),
    /** Of a selection: which of its rows the list still has. */
    id: texts(),
  },
})
