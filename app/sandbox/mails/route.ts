import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { listMails } from '@/lib/sandbox/mails/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: endpoint('mails.list', listMails) })
