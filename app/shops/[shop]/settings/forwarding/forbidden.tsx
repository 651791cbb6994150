import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function NotForSupport() {
  const t = getTranslator('forwarding')
  return <Forbidden title={t('notForSupport')}>{t('notForSupportText')}</Forbidden>
}
