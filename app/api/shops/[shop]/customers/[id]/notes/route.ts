import { customerNote, timelineEntry } from '@/lib/contracts/customer'
import { addNote } from '@/lib/server/customers/notes'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'customers.annotate',
  body: customerNote,
  response: timelineEntry,
  status: 201,
  run: (context, { body, params }) => addNote(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
