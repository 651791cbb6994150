import { CreditCard } from 'lucide-react'
import { Forbidden } from '@/components/frame/page-states'
import { getTranslator } from '@/lib/core/i18n/server'

export default function NotForSupport() {
  const t = getTranslator('cardTokens')
  return (
    <Forbidden icon={<CreditCard size={19} />} title={t('forbidden')}>
      {t('forbiddenText')}
    </Forbidden>
  )
}
