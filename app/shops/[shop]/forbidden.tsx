import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function ForbiddenInShop() {
  const t = await pageTranslator('errors')
  return <Forbidden title={t('forbidden')}>{t('forbiddenText')}</Forbidden>
}
