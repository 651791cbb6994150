'use client'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerDuplicate } from '@/lib/customers/schema'
import { DuplicateReasons } from '@/components/customers/edit/duplicate-warning'
import { OtherCustomer } from './other-customer'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const CompareDialog = dynamic(lazyWithMessages(() => import('./compare-dialog')))

interface DuplicatesProps {
  shop: string
  customer: CustomerDetail
}

export function Duplicates({ shop, customer }: DuplicatesProps) {
  const t = useTranslations('customers.merging')
  const [compared, setCompared] = useState<CustomerDuplicate | null>(null)
  const { duplicates } = customer
  if (duplicates.length === 0) return null
  return (
    <Card>
      <Section title={<span id="duplicates">{t('title', { count: duplicates.length })}</span>}>
        <ul className="grid grid-cols-1 gap-3">
          {duplicates.map((duplicate) => (
            <li key={duplicate.id}>
              <OtherCustomer
                shop={shop}
                customer={duplicate}
                note={<DuplicateReasons reasons={duplicate.reasons} />}
              >
                <Button
                  size="sm"
                  aria-label={t('compareWith', { name: titleOf(duplicate) })}
                  onPress={() => setCompared(duplicate)}
                >
                  {t('compare')}
                </Button>
              </OtherCustomer>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-muted">{t('text')}</p>
      </Section>
      {compared && (
        <CompareDialog shop={shop} customer={customer} other={compared} onClose={() => setCompared(null)} />
      )}
    </Card>
  )
}
