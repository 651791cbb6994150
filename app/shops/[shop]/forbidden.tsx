import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function ForbiddenInShop() {
  const t = getTranslator('errors')
  return <Forbidden title={t('forbidden')}>{t('forbiddenText')}</Forbidden>
}
