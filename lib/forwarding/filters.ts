import { choice, id } from '../core/filters'
import { describeList } from '../core/paging'
import { messageStates } from './state'

export const messageList = describeList({
  sortColumns: ['created_at'],
  defaultSort: '-created_at',
  search: 'none',
  filters: { endpoint_id: id, notification_id: id, state: choice(messageStates) },
})
