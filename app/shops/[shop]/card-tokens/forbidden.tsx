import { CreditCard } from 'lucide-react'
import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function NotForSupport() {
  const t = await pageTranslator('cardTokens')
  return (
    <Forbidden icon={<CreditCard size={19} />} title={t('forbidden')}>
      {t('forbiddenText')}
    </Forbidden>
  )
}
