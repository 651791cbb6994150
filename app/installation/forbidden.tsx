import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function OnlyAdministrators() {
  const t = getTranslator('shops')
  return <Forbidden title={t('onlyAdministrators')}>{t('onlyAdministratorsText')}</Forbidden>
}
