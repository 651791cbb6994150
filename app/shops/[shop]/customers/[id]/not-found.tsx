import { UserRoundSearch } from 'lucide-react'
import { BackToCustomers } from '@/components/customers/back-to-customers'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

function UnknownCustomer() {
  const t = getTranslator('customers')
  return (
    <EmptyState
      isPage
      icon={<UserRoundSearch size={19} />}
      title={t('page.unknown')}
      action={<BackToCustomers />}
    >
      {t('page.unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownCustomer, 'customers')
