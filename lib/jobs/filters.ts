import { describeList } from '../core/lists/paging'

/** Newest first, always. */
export const jobList = describeList({
  sortColumns: ['created_at'],
  defaultSort: '-created_at',
  search: 'none',
  filters: {},
})
