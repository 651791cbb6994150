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
 * `hour`: the moment at which an hour begins, within the days.
 * `amount_…`: the amount that the list shows. `received`: money came in, in the payment's currency, also if it was
 * returned later. `returned`: refunded or charged back, in part or whole. `unlinked`: of no known product or checkout.
 * `attention`: those that differ, and recent disputes. `counted`: payments with transactions
 * that count so in the shop's sums; days, currency, brand, country, product and evidence are then those of the
 * transactions, as in overview and report. `reason`: why transactions failed, in its words; means `counted=failed`
 * where that is not set.
 * `unknown`: without a brand, country or reason; means `counted=paid` there, or `failed` for a reason.
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
