import { choices, day, flag, texts } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { countryCodes } from '../gateway/values/countries'

/** Characters of a label whose contacts are masked, which may be longer than the label (`labelLength`). */
export const maskedLabelLength = 80

/**
 * `paid`: with or without a payment in a notification. Days are those of the shop's time zone, else of UTC. People who
 * may not see e-mail addresses may not sort by them.
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
