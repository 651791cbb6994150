'use client'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { visibleName } from '@/components/ui/text/visible-text'
import { shortName } from '@/lib/core/format/shortened'
import { unmergeCustomer } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerItem } from '@/lib/customers/schema'
import { useCustomerChange, useCustomerFailureText } from '../use-customer-change'
import { OtherCustomer } from './other-customer'

interface MergedProps {
  shop: string
  customer: CustomerDetail
}

/** Customers that were merged into this one. */
export function Merged({ shop, customer }: MergedProps) {
  const t = useTranslations('customers.merging')
  const failureText = useCustomerFailureText()
  const mayMerge = useMay('customers.merge') && !customer.anonymised
  const unmerge = useCustomerChange(
    shop,
    customer.id,
    ({ id }: CustomerItem) => unmergeCustomer(shop, customer.id, id),
    (_, other) => toast(t('takenApart', { name: shortName(titleOf(other)) })),
  )
  if (customer.merged.length === 0) return null
  return (
    <Card>
      <Section title={t('mergedTitle')}>
        <ul className="grid grid-cols-1 gap-3">
          {customer.merged.map((other) => (
            <li key={other.id}>
              <OtherCustomer shop={shop} customer={other} />
              {mayMerge && (
                <Button
                  size="sm"
                  className="mt-2 h-auto! max-w-full whitespace-normal!"
                  isPending={unmerge.isPending && unmerge.variables.id === other.id}
                  onPress={() => unmerge.mutate(other)}
                >
                  {t('undo', { name: visibleName(titleOf(other)) })}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {unmerge.isError && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {t('apartFailed', { reason: failureText(unmerge.error) })}
          </p>
        )}
      </Section>
    </Card>
  )
}
