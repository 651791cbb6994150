import { customerNote, timelineEntry } from '@/lib/customers/schema'
import { addNote } from '@/lib/customers/server/create'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'customers.annotate',
  body: customerNote,
  response: timelineEntry,
  status: 201,
  run: (context, { body, params }) => addNote(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
