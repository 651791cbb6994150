import { choices, day, flag, texts } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { countryCodes } from '../gateway/values/countries'

/** Maximum characters of a label in a request. Masking its contacts may make a label longer than `labelLength`. */
export const maskedLabelLength = 80

/**
 * `paid`: whether a notification matched a payment to the customer. Days are those of the shop's time zone, or else UTC.
 * People who may not see e-mail addresses may not sort by them.
 */
export const customerList = describeList({
  sortColumns: ['name', 'email', 'country', 'created_at'],
  defaultSort: '-created_at',
  search: 'ranked',
  filters: {
    country: choices(countryCodes),
    paid: flag,
    created_from: day,
    created_to: day,
    label: texts(maskedLabelLength),
  },
})
