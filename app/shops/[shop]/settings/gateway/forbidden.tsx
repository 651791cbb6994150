import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function OnlyOwners() {
  const t = getTranslator('shops')
  return <Forbidden title={t('onlyOwners')}>{t('onlyOwnersText')}</Forbidden>
}
