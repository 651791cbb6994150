import 'server-only'
import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

type Settings =
  'activity' | 'alerts' | 'apiTokens' | 'notificationSettings' | 'payments' | 'people' | 'retention' | 'shops'

/** Makes the page that says that only owners may see these settings. `settings`: the namespace that says which. */
export const onlyOwners = (settings: Settings) =>
  async function OnlyOwners() {
    const t = await pageTranslator(settings)
    return <Forbidden title={t('onlyOwners')}>{t('onlyOwnersText')}</Forbidden>
  }
