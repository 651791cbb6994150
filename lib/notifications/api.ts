import type { Endpoints } from '../core/api/endpoint'
import { withSimilar } from '../core/lists/list'
import {
  notificationDetail,
  notificationLink,
  notificationListQuery,
  notificationPage,
  revealedNotification,
} from './schema'
import {
  endpointSecret,
  endpointSecretOrder,
  hookKeyRotation,
  notificationRetentionEffect as effect,
  notificationRetentionQuery,
  notificationSettings,
  notificationSettingsChange,
} from './settings'

export const notificationApi = {
  'GET /notification-settings': { permission: 'notifications.configure', response: notificationSettings },
  'PUT /notification-settings': {
    permission: 'notifications.configure',
    isRecentSignInNeeded: true,
    body: notificationSettingsChange,
    response: notificationSettings,
  },
  'POST /notification-settings/endpoint-secret': {
    permission: 'notifications.configure',
    isRecentSignInNeeded: true,
    body: endpointSecretOrder,
    response: endpointSecret,
  },
  'GET /notification-settings/retention-effect': {
    permission: 'notifications.configure',
    query: notificationRetentionQuery,
    response: effect,
  },
  'POST /notification-settings/rotate': {
    permission: 'notifications.configure',
    isRecentSignInNeeded: true,
    body: hookKeyRotation,
    response: notificationSettings,
  },
  'GET /notifications': {
    permission: 'notifications.read',
    isReadFromReplica: true,
    query: notificationListQuery.extend(withSimilar),
    response: notificationPage,
  },
  'GET /notifications/[id]': { permission: 'notifications.read', response: notificationDetail },
  'POST /notifications/[id]/card-token': { permission: 'card_tokens.create', response: notificationDetail },
  'PUT /notifications/[id]/link': {
    permission: 'notifications.link',
    body: notificationLink,
    response: notificationDetail,
  },
  'POST /notifications/[id]/replay': { permission: 'notifications.replay', response: notificationDetail },
  'POST /notifications/[id]/reveal': {
    isOpenInArchive: true,
    permission: 'personal_data.reveal',
    response: revealedNotification,
  },
} satisfies Endpoints

export type NotificationApi = typeof notificationApi
