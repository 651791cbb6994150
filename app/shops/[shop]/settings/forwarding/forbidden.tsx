import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function NotForSupport() {
  const t = await pageTranslator('forwarding')
  return <Forbidden title={t('notForSupport')}>{t('notForSupportText')}</Forbidden>
}
