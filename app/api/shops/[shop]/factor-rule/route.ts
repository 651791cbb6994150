import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { peopleApi } from '@/lib/people/api'
import { changeFactorRule, readFactorRule } from '@/lib/people/server/factor-rule'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(peopleApi, '/factor-rule', {
  GET: (context) => readFactorRule(context),
  PUT: (context, { body }) => changeFactorRule(context, body),
})
