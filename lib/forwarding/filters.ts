import { choice, id } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { messageStates } from './state'

export const messageList = describeList({
  sortColumns: ['created_at'],
  defaultSort: '-created_at',
  search: 'none',
  filters: { endpoint_id: id, notification_id: id, state: choice(messageStates) },
})
