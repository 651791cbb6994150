import {
  checkoutTemplate,
  checkoutTemplateCreate,
  checkoutTemplateList,
} from '@/lib/contracts/checkout-template'
import { createTemplate, listTemplates } from '@/lib/server/checkouts/templates'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  response: checkoutTemplateList,
  run: (context) => listTemplates(context),
})

export const POST = shopRoute({
  permission: 'checkouts.templates',
  body: checkoutTemplateCreate,
  response: checkoutTemplate,
  status: 201,
  run: (context, { body }) => createTemplate(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
