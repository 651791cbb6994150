import { alertApi } from '@/lib/alerts/api'
import { changeAlertSettings, readAlertSettings } from '@/lib/alerts/server/settings'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(alertApi, '/alerts/settings', {
  GET: (context) => readAlertSettings(context),
  PUT: (context, { body }) => changeAlertSettings(context, body),
})
