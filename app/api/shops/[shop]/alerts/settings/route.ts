import { alertSettings, alertSettingsChange } from '@/lib/alerts/schema'
import { changeAlertSettings, readAlertSettings } from '@/lib/alerts/server/settings'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'alerts.manage',
  response: alertSettings,
  run: (context) => readAlertSettings(context),
})

export const PUT = shopRoute({
  permission: 'alerts.manage',
  body: alertSettingsChange,
  response: alertSettings,
  run: (context, { body }) => changeAlertSettings(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
