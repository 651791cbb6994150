import { alertSettings, alertSettingsChange } from '@/lib/contracts/alert'
import { changeAlertSettings, readAlertSettings } from '@/lib/server/alerts/settings'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
