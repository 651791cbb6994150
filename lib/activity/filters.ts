import { activityGroupNames } from '../core/activity'
import { choices, day, ids, text } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'

/**
 * `kind`: groups of kinds. `person`: who did it. `object`: ID of what it was done to. Days are
 * those of the shop's time zone, else of UTC.
 */
export const activityList = describeList({
  sortColumns: ['at'],
  defaultSort: '-at',
  search: 'sorted',
  filters: { person: ids, kind: choices(activityGroupNames), at_from: day, at_to: day, object: text(200) },
})
