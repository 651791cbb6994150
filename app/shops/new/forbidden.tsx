import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function MayNotAdd() {
  const t = await pageTranslator('shops')
  return <Forbidden title={t('mayNotAdd')}>{t('mayNotAddText')}</Forbidden>
}
