import { checkoutTemplate, checkoutTemplateCreate, checkoutTemplateList } from '@/lib/checkouts/template'
import { createTemplate, listTemplates } from '@/lib/checkouts/server/templates'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

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
