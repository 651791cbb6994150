'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Personal } from '@/components/data-table/personal'
import { QueryError } from '@/components/data-table/query-state'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/overlays/toast-store'
import { visibleName } from '@/components/ui/text/visible-text'
import { shortName } from '@/lib/core/format/shortened'
import { mergeCustomer, customerDetailOptions } from '@/lib/customers/client'
import { nameOf, titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerItem } from '@/lib/customers/schema'
import { useCountryName } from '@/components/form/fields/country-name'
import { useCustomerChange, useCustomerFailureText } from '../use-customer'
import { addedFields, comparisons } from './added-fields'

interface CompareDialogProps {
  shop: string
  customer: CustomerDetail
  other: CustomerItem
  onClose: () => void
}

/** Shows two customers side by side, to be merged or not. Loaded on intent. */
export default function CompareDialog({ shop, customer, other, onClose }: CompareDialogProps) {
  const t = useTranslations('customers.merging')
  const common = useTranslations('common')
  const failureText = useCustomerFailureText()
  const mayMerge = useMay('customers.merge') && customer.merged_into === null
  const query = useQuery(customerDetailOptions(shop, other.id))
  const into = useMerging({ shop, customer, other, onClose })
  const failed = into.this.error ?? into.other.error
  return (
    <OpenDialog
      size="lg"
      title={t('compareTitle')}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {common(mayMerge ? 'cancel' : 'close')}
          </Button>
          {mayMerge && query.data && !query.data.anonymised && (
            <>
              <Button
                isPending={into.other.isPending}
                isDisabled={into.this.isPending}
                onPress={() => into.other.mutate()}
              >
                {t('mergeOther')}
              </Button>
              <Button
                variant="primary"
                isPending={into.this.isPending}
                isDisabled={into.other.isPending}
                onPress={() => into.this.mutate()}
              >
                {t('merge')}
              </Button>
            </>
          )}
        </>
      }
    >
      {query.isPending && <Skeleton className="h-40 w-full" />}
      {query.isError && !query.data && <QueryError query={query} title={t('loadFailed')} />}
      {query.data && <Comparison one={customer} other={query.data} />}
      {mayMerge && query.data && <AddedFields one={customer} other={query.data} />}
      {mayMerge && <p className="mt-3 text-md text-muted">{t('mergeText')}</p>}
      {failed && (
        <p role="alert" className="mt-3 text-md text-danger">
          {t('failed', { reason: failureText(failed) })}
        </p>
      )}
    </OpenDialog>
  )
}

/** Merges in either direction. If this customer is merged into the other, opens the other's page. */
function useMerging({ shop, customer, other, onClose }: CompareDialogProps) {
  const t = useTranslations('customers.merging')
  const router = useRouter()
  const onMerged = (joined: CustomerItem, kept: CustomerItem) => {
    toast(t('merged', { name: shortName(titleOf(joined)), kept: shortName(titleOf(kept)) }))
    onClose()
  }
  const intoThis = useCustomerChange(
    shop,
    customer.id,
    () => mergeCustomer(shop, customer.id, other.id),
    () => onMerged(other, customer),
  )
  const intoOther = useCustomerChange(
    shop,
    other.id,
    () => mergeCustomer(shop, other.id, customer.id),
    () => {
      onMerged(customer, other)
      router.push(`/shops/${shop}/customers/${other.id}` as Route)
    },
  )
  return { this: intoThis, other: intoOther }
}

/** Says by what of each customer searches would find the other. */
function AddedFields({ one, other }: { one: CustomerDetail; other: CustomerDetail }) {
  const t = useTranslations('customers.merging')
  const details = useTranslations('customers.details')
  const added = (from: CustomerDetail, to: CustomerDetail) =>
    addedFields(from, to)
      .map((field) => details(field))
      .join(', ')
  const sentence = (key: 'gives' | 'givesOther', from: CustomerDetail, to: CustomerDetail) =>
    t(key, { kept: visibleName(titleOf(to)), name: visibleName(titleOf(from)), fields: added(from, to) })
  return (
    <ul className="mt-3 grid gap-1.5 text-md wrap-anywhere">
      <li>{sentence('gives', other, one)}</li>
      <li>{sentence('givesOther', one, other)}</li>
    </ul>
  )
}

/** Highlights the rows that differ. */
function Comparison({ one, other }: { one: CustomerDetail; other: CustomerDetail }) {
  const t = useTranslations('customers.merging')
  const rows = useRows()
  const [ours, theirs] = [rows(one), rows(other)]
  return (
    <div className="relative -mx-5 overflow-x-auto px-5">
      <table className="w-full border-collapse text-md/5">
        <thead>
          <tr className="border-b text-sm">
            <th scope="col" className="w-28 py-2 pe-3 text-start font-medium text-muted max-md:w-20">
              {t('field')}
            </th>
            <th scope="col" className="w-1/2 py-2 pe-3 text-start font-medium">
              {t('this', { name: visibleName(titleOf(one)) })}
            </th>
            <th scope="col" className="w-1/2 py-2 text-start font-medium">
              {t('other', { name: visibleName(titleOf(other)) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {ours.map(({ label, text, shown, isSame: isSameAs }, at) => {
            const its = theirs[at]
            const isSame = text === its?.text || isSameAs?.(text, its?.text ?? '') === true
            const look = `py-1.5 pe-3 align-top wrap-anywhere ${isSame ? 'text-muted' : 'font-medium'}`
            return (
              <tr key={label} className="border-b last:border-b-0">
                <th
                  scope="row"
                  className="py-1.5 pe-3 text-start align-top font-normal text-muted md:whitespace-nowrap"
                >
                  {label}
                </th>
                <td className={look}>{shown}</td>
                <td className={look}>
                  {its?.shown}
                  {isSame && text !== '' && (
                    <span className="ms-1.5 inline-block text-xs whitespace-nowrap text-muted">
                      {t('same')}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Returns a function that lists a customer's rows; `text` is the compared value. */
function useRows() {
  const t = useTranslations('customers')
  const countryName = useCountryName()
  const { sumText } = useMoney()
  const plain = (label: string, text: string | null, isMono = false) => ({
    label,
    text: text ?? '',
    isSame: undefined,
    shown: text ? <bdi className={isMono ? 'font-mono text-xs' : undefined}>{visibleName(text)}</bdi> : '–',
  })
  return (customer: CustomerDetail) => {
    const { masked, contact, country, city, zip, totals, last_paid_at: paidAt, created_at: at } = customer
    const secret = (
      label: string,
      text: string | null,
      isSame?: (one: string, other: string) => boolean,
    ) => ({
      label,
      text: text ?? '',
      isSame,
      shown: <Personal text={text} isMasked={masked} />,
    })
    const moment = (label: string, when: string | null) => ({
      label,
      text: when ?? '',
      isSame: undefined,
      shown: when ? <RelativeTime at={when} /> : '–',
    })
    const paid = totals.map(({ currency, paid: amount }) => sumText({ amount, currency })).join(', ')
    return [
      plain(t('details.name'), nameOf(customer)),
      secret(t('details.email'), both(customer.email, contact.email), comparisons.email),
      secret(t('details.phone'), both(customer.phone, contact.phone), comparisons.phone),
      plain(t('details.externalId'), customer.external_id, true),
      plain(t('details.country'), country && countryName(country)),
      plain(t('details.city'), city),
      secret(t('details.zip'), zip),
      secret(t('details.address'), both(customer.address, contact.address)),
      secret(t('details.ip'), customer.ip),
      plain(t('merging.paid'), paid),
      moment(t('merging.lastPaid'), paidAt),
      moment(t('details.created'), at),
      plain(t('details.id'), customer.id, true),
    ]
  }
}

/** Combines the gateway's value and the local correction. */
const both = (there: string | null, here: string | null | undefined) =>
  [there, here].filter(Boolean).join(', ')
