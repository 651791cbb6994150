'use client'
import type { Route } from 'next'
import { Avatar } from '@/components/customers/cells'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/overlays/toast-store'
import { visibleName } from '@/components/ui/text/visible-text'
import { shortName } from '@/lib/core/format/shortened'
import { unmergeCustomer } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerDuplicate, CustomerItem } from '@/lib/customers/schema'
import { DuplicateReasons } from '@/components/customers/edit/duplicate-warning'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { useCustomerChange, useCustomerFailureText } from '../use-customer'

const CompareDialog = dynamic(lazyWithMessages(() => import('./compare-dialog')))

interface DuplicatesProps {
  shop: string
  customer: CustomerDetail
  /** Takes the focus when the row of a merged customer is gone. */
  title: RefObject<HTMLHeadingElement | null>
}

export function Duplicates({ shop, customer, title }: DuplicatesProps) {
  const t = useTranslations('customers.merging')
  const [compared, setCompared] = useState<CustomerDuplicate | null>(null)
  useFocusKept(compared !== null, title)
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

interface MergedProps {
  shop: string
  customer: CustomerDetail
}

/** Customers that were merged into this one. */
export function Merged({ shop, customer }: MergedProps) {
  const t = useTranslations('customers.merging')
  const failureText = useCustomerFailureText()
  const mayMerge = useMay('customers.merge') && !customer.anonymised
  const list = useRef<HTMLUListElement>(null)
  const unmerge = useCustomerChange(
    shop,
    customer.id,
    ({ id }: CustomerItem) => unmergeCustomer(shop, customer.id, id),
    (_, other) => {
      passFocusOn(list.current)
      toast(t('takenApart', { name: shortName(titleOf(other)) }))
    },
  )
  if (customer.merged.length === 0) return null
  return (
    <Card>
      <Section title={t('mergedTitle')}>
        <ul ref={list} className="grid grid-cols-1 gap-3">
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

interface OtherCustomerProps {
  shop: string
  customer: CustomerItem
  note?: ReactNode
  children?: ReactNode
}

/** Another customer on one line: name, relation to this one, link. */
function OtherCustomer({ shop, customer, note, children }: OtherCustomerProps) {
  const { id } = customer
  return (
    <div className="flex items-center gap-2.5">
      <Avatar customer={customer} className="bg-warn-weak text-warn" />
      <div className="min-w-0 flex-1 text-md">
        <Link
          href={`/shops/${shop}/customers/${id}` as Route}
          className="block truncate rounded-xs font-medium hover:underline"
        >
          <bdi>{visibleName(titleOf(customer))}</bdi>
        </Link>
        <p className="text-sm text-muted">
          {note && <>{note} · </>}
          <span className="wrap-anywhere">{customer.email ?? id}</span>
        </p>
      </div>
      {children}
    </div>
  )
}
