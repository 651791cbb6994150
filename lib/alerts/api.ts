import type { Endpoints } from '../core/api/endpoint'
import { alertList, alertSettings, alertSettingsChange, alertTest, alertTestResult } from './schema'

export const alertApi = {
  'GET /alerts': { permission: 'alerts.read', response: alertList },
  'GET /alerts/settings': { permission: 'alerts.manage', response: alertSettings },
  'PUT /alerts/settings': {
    permission: 'alerts.manage',
    isRecentSignInNeeded: true,
    body: alertSettingsChange,
    response: alertSettings,
  },
  'POST /alerts/test': { permission: 'alerts.manage', body: alertTest, response: alertTestResult },
  'POST /alerts/[id]/dismiss': { permission: 'alerts.manage', response: alertList },
} satisfies Endpoints

export type AlertApi = typeof alertApi
