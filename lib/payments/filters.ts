import {
  amount,
  choice,
  choices,
  countries,
  currencies,
  day,
  flag,
  id,
  rare,
  text,
  texts,
} from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { evidenceGrades } from './evidence'
import { countedChoices, paymentStates, unknownChoices } from './state'

/**
 * Types and brands are free text, because the gateway may send unknown ones. Days are those of `zone`, both included.
 * - `hour`: when an hour within the days begins. `amount_…`: of the amount that the list shows.
 * - `received`: money came in, in the payment's currency. `returned`: refunded or charged back, in part or whole.
 * - `unlinked`: of no known product or checkout. `attention`: those that differ, and recent disputes.
 * - `counted`: payments with transactions of this kind in the shop's sums. Days, currency, brand, country, product and
 *   evidence are then those of the transactions, as in overview and report.
 * - `reason`: why transactions failed, in the gateway's words. `unknown`: what transactions lack. Without `counted`, they
 *   mean failed transactions, and `unknown` of brand or country paid ones.
 */
export const paymentList = describeList({
  sortColumns: ['at', 'amount'],
  defaultSort: '-at',
  search: 'sorted',
  filters: {
    state: choices(paymentStates),
    day_from: day,
    day_to: day,
    hour: text(),
    amount_from: amount,
    amount_to: amount,
    returned: flag,
    differs: flag,
    type: rare(texts()),
    brand: rare(texts()),
    country: rare(countries),
    evidence: rare(choices(evidenceGrades)),
    received: rare(flag),
    unlinked: rare(flag),
    attention: rare(flag),
    test: rare(flag),
    currency: rare(currencies),
    counted: choice(countedChoices),
    reason: text(),
    unknown: choice(unknownChoices),
    zone: text(),
    product_id: text(),
    checkout_id: id,
    customer_id: text(),
  },
})
