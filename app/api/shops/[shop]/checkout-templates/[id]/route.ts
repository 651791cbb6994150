import { checkoutTemplate, checkoutTemplateChange, checkoutTemplateRemoved } from '@/lib/checkouts/template'
import { changeTemplate, removeTemplate } from '@/lib/checkouts/server/templates'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const PATCH = shopRoute({
  permission: 'checkouts.templates',
  body: checkoutTemplateChange,
  response: checkoutTemplate,
  run: (context, { body, params }) => changeTemplate(context, params.id, body),
})

export const DELETE = shopRoute({
  permission: 'checkouts.templates',
  response: checkoutTemplateRemoved,
  run: (context, { params }) => removeTemplate(context, params.id),
})

export const { GET, POST, PUT, OPTIONS } = otherMethods('PATCH', 'DELETE')
