import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function MayNotAdd() {
  const t = getTranslator('shops')
  return <Forbidden title={t('mayNotAdd')}>{t('mayNotAddText')}</Forbidden>
}
