import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { listMails } from '@/lib/sandbox/mails/mails'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: endpoint('mails.list', listMails) })
