import { queryOptions } from '@tanstack/react-query'
import { api } from '../core/api/http'
import { gatewayKey, settingsKeys } from '../core/client/keys'
import type { ShopDeletionOrder } from './deletion'
import type { MailSettings, MailSettingsChange, MailTestResult } from './mail-settings'
import type { MinorUnitChange } from './minor-units'
import type { RevealLimitChange } from './reveal-limit'
import type { AppearanceChange } from './appearance'
import type { PageDefaultChange } from './page-defaults'
import type { InstallationChange, InstallationSettings } from './installation'
import type {
  AnyShopCreate,
  Archiving,
  ConnectionReport,
  ConnectionTest,
  OldKeyRestore,
  KeyRotation,
  SavedConnectionTest,
  ShopChange,
} from './schema'
import type { InstallationChanges } from './settings-changes'
import type { ShopStates } from './states'
import { shopApi, shopQuery } from '../core/client/shop-api'
import type { ShopApi } from './api'

const call = shopApi<ShopApi>()
const queryOf = shopQuery<ShopApi>()

export const shopCurrenciesOptions = (shop: string) =>
  queryOptions({
    queryKey: ['currencies', shop],
    queryFn: ({ signal }) => call('GET /currencies', { shop, signal }),
    // Fetched when a menu opens. No live event reports a new currency.
    staleTime: 0,
  })

/** Live events report each change. */
export const settingsChangesOptions = queryOf('GET /settings-changes', (shop) =>
  settingsKeys.page(shop, 'changes'),
)

/** Refetched every 30 seconds while a page shows it. */
export const gatewayHealthOptions = (shop: string) =>
  queryOptions({
    queryKey: gatewayKey(shop),
    queryFn: ({ signal }) => call('GET /gateway', { shop, signal }),
    refetchInterval: 30_000,
  })

export const connectionOptions = queryOf('GET /connection', (shop) => settingsKeys.page(shop, 'connection'))

export const testSavedConnection = (shop: string, body: SavedConnectionTest) =>
  call('POST /connection/test', { shop, body })

export const changeShop = (shop: string, body: ShopChange) => call('PATCH /connection', { shop, body })

export const minorUnitsOptions = queryOf('GET /minor-units', (shop) => settingsKeys.page(shop, 'minor-units'))

export const changeMinorUnits = (shop: string, body: MinorUnitChange) =>
  call('PUT /minor-units', { shop, body })

export const revealLimitOptions = queryOf('GET /reveal-limit', (shop) =>
  settingsKeys.page(shop, 'reveal-limit'),
)

export const changeRevealLimit = (shop: string, body: RevealLimitChange) =>
  call('PUT /reveal-limit', { shop, body })

export const appearanceOptions = queryOf('GET /appearance', (shop) => settingsKeys.page(shop, 'appearance'))

export const changeAppearance = (shop: string, body: AppearanceChange) =>
  call('PATCH /appearance', { shop, body })

/** `hash`: that of the logo, so that a browser may keep it. */
export const logoAddress = (shop: string, hash: string) =>
  `/api/shops/${encodeURIComponent(shop)}/logo?v=${hash}`

export const pageDefaultsOptions = queryOf('GET /page-defaults', (shop) =>
  settingsKeys.page(shop, 'page-defaults'),
)

export const changePageDefaults = (shop: string, body: PageDefaultChange) =>
  call('PUT /page-defaults', { shop, body })

export const archiveShop = (shop: string, body: Archiving) => call('PUT /archive', { shop, body })

export const deletionOptions = queryOf('GET /deletion', (shop) => settingsKeys.page(shop, 'deletion'))

export const deleteShop = (shop: string, body: ShopDeletionOrder) => call('POST /deletion', { shop, body })

/** The whole shop as a ZIP file. Needs a recent sign-in. */
export const shopExportAddress = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/export`

export const rotateKey = (shop: string, body: KeyRotation) => call('POST /connection/key', { shop, body })

export const restoreKey = (shop: string, body: OldKeyRestore) =>
  call('POST /connection/key/restore', { shop, body })

/** Fetched when the menu of shops opens. No live event reports another shop's change. */
export const shopStatesOptions = () =>
  queryOptions({
    queryKey: ['shop-states'],
    queryFn: ({ signal }) => api('/api/shops', { signal }) as Promise<ShopStates>,
    staleTime: 0,
  })

export const createShop = (body: AnyShopCreate) =>
  api('/api/shops', { method: 'POST', body }) as Promise<{ id: string }>

export const testConnection = (body: ConnectionTest) =>
  api('/api/shops/connection-test', { method: 'POST', body }) as Promise<ConnectionReport>

export const installationOptions = () =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: ({ signal }) => api('/api/installation', { signal }) as Promise<InstallationSettings>,
  })

export const changeInstallation = (body: InstallationChange) =>
  api('/api/installation', { method: 'PATCH', body }) as Promise<InstallationSettings>

export const installationChangesOptions = () =>
  queryOptions({
    queryKey: ['installation', 'changes'],
    queryFn: ({ signal }) => api('/api/installation/changes', { signal }) as Promise<InstallationChanges>,
  })

export const mailSettingsOptions = () =>
  queryOptions({
    queryKey: ['installation', 'mail'],
    queryFn: ({ signal }) => api('/api/installation/mail', { signal }) as Promise<MailSettings>,
  })

export const changeMailSettings = (body: MailSettingsChange) =>
  api('/api/installation/mail', { method: 'PUT', body }) as Promise<MailSettings>

export const testMail = () =>
  api('/api/installation/mail/test', { method: 'POST' }) as Promise<MailTestResult>
