import {
  checkoutTemplate,
  checkoutTemplateChange,
  checkoutTemplateRemoved,
} from '@/lib/contracts/checkout-template'
import { changeTemplate, removeTemplate } from '@/lib/server/checkouts/templates'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
