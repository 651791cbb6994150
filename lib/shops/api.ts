import type { Endpoints } from '../core/api/endpoint'
import { gatewayHealth, shopCurrencies, shopDetail } from '../core/shop'
import { deletedShop, shopDeletion, shopDeletionOrder } from './deletion'
import { minorUnitChange, minorUnitSettings } from './minor-units'
import { appearance, appearanceChange } from './appearance'
import { pageDefaultChange, pageDefaultSettings } from './page-defaults'
import { revealLimit, revealLimitChange } from './reveal-limit'
import { settingsChanges } from './settings-changes'
import {
  archiving,
  connectionReport,
  oldKeyRestore,
  keyRotation,
  savedConnectionTest,
  shopChange,
  shopConnection,
} from './schema'

export const shopApi = {
  'GET /': { permission: 'shop.read', response: shopDetail },
  'GET /currencies': { permission: 'shop.read', response: shopCurrencies },
  'GET /gateway': { permission: 'shop.read', response: gatewayHealth },
  'GET /settings-changes': { permission: 'shop.read', response: settingsChanges },
  'GET /connection': { permission: 'shop.configure', response: shopConnection },
  'PATCH /connection': { permission: 'shop.configure', body: shopChange, response: shopConnection },
  'PUT /archive': {
    permission: 'shop.configure',
    isOpenInArchive: true,
    body: archiving,
    response: shopConnection,
  },
  'GET /deletion': { permission: 'shop.configure', response: shopDeletion },
  'POST /deletion': {
    permission: 'shop.configure',
    isRecentSignInNeeded: true,
    isOpenInArchive: true,
    body: shopDeletionOrder,
    response: deletedShop,
  },
  'GET /minor-units': { permission: 'payments.configure', response: minorUnitSettings },
  'PUT /minor-units': {
    permission: 'payments.configure',
    body: minorUnitChange,
    response: minorUnitSettings,
  },
  'GET /reveal-limit': { permission: 'people.manage', response: revealLimit },
  'PUT /reveal-limit': {
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    body: revealLimitChange,
    response: revealLimit,
  },
  'GET /appearance': { permission: 'shop.configure', response: appearance },
  'PATCH /appearance': { permission: 'shop.configure', body: appearanceChange, response: appearance },
  'GET /page-defaults': { permission: 'payments.configure', response: pageDefaultSettings },
  'PUT /page-defaults': {
    permission: 'payments.configure',
    body: pageDefaultChange,
    response: pageDefaultSettings,
  },
  'POST /connection/test': {
    permission: 'shop.configure',
    body: savedConnectionTest,
    response: connectionReport,
  },
  'POST /connection/key': {
    permission: 'shop.configure',
    isRecentSignInNeeded: true,
    body: keyRotation,
    response: shopConnection,
  },
  'POST /connection/key/restore': {
    permission: 'shop.configure',
    body: oldKeyRestore,
    response: shopConnection,
  },
} satisfies Endpoints

export type ShopApi = typeof shopApi
