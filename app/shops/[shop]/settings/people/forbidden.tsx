import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function OnlyOwners() {
  const t = await pageTranslator('people')
  return <Forbidden title={t('onlyOwners')}>{t('onlyOwnersText')}</Forbidden>
}
