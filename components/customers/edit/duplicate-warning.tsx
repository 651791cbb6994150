'use client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Users } from 'lucide-react'
import type { Route } from 'next'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { RelativeTime } from '@/components/time/relative-time'
import { LinkButton } from '@/components/ui/link'
import { useSettled } from '@/components/ui/press/use-settled'
import { DescriptionList } from '@/components/ui/text/description-list'
import { visibleName } from '@/components/ui/text/visible-text'
import { duplicateOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDuplicate, DuplicateQuery } from '@/lib/customers/schema'
import { Avatar, Place } from '../cells'
import type { CustomerValues } from './customer-fields'

interface DuplicateWarningProps {
  shop: string
  duplicates: readonly CustomerDuplicate[]
}

/** Existing customers with the typed values. Warns without blocking. */
export function DuplicateWarning({ shop, duplicates }: DuplicateWarningProps) {
  const t = useTranslations('customers.duplicates')
  if (duplicates.length === 0) return null
  return (
    <section
      aria-label={t('exists', { count: duplicates.length })}
      className="rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md"
    >
      <p className="flex items-center gap-2 font-medium text-warn">
        <Users aria-hidden size={16} className="shrink-0" />
        {t('exists', { count: duplicates.length })}
      </p>
      <ul className="mt-2.5 grid grid-cols-1 gap-2.5">
        {duplicates.slice(0, 3).map((duplicate) => (
          <li key={duplicate.id} className="rounded-sm border bg-surface p-3">
            <Found shop={shop} duplicate={duplicate} />
          </li>
        ))}
      </ul>
      {duplicates.length > 3 && (
        <p className="mt-2 text-sm">{t('andMore', { count: duplicates.length - 3 })}</p>
      )}
    </section>
  )
}

function Found({ shop, duplicate }: { shop: string; duplicate: CustomerDuplicate }) {
  const t = useTranslations('customers')
  const { id, email, phone, masked, city, country, external_id: externalId, created_at: at } = duplicate
  return (
    <>
      <div className="flex items-center gap-2.5">
        <Avatar customer={duplicate} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-medium">
            {visibleName(titleOf(duplicate))}
          </p>
          <p className="text-sm text-warn">
            <DuplicateReasons reasons={duplicate.reasons} />
          </p>
        </div>
        <LinkButton
          size="sm"
          href={`/shops/${shop}/customers/${id}` as Route}
          target="_blank"
          icon={<ExternalLink aria-hidden size={13} />}
          aria-label={t('duplicates.openOf', { name: titleOf(duplicate) })}
        >
          {t('duplicates.open')}
        </LinkButton>
      </div>
      <DescriptionList
        className="mt-2.5 grid-cols-[92px_1fr]!"
        items={[
          { term: t('columns.email'), value: <Personal text={email} isMasked={masked} /> },
          { term: t('columns.phone'), value: <Personal text={phone} isMasked={masked} /> },
          { term: t('columns.country'), value: <Place city={city} country={country} /> },
          { term: t('columns.external_id'), value: <Personal isMono text={externalId} isMasked={false} /> },
          { term: t('columns.created_at'), value: <RelativeTime at={at} isPlain /> },
        ]}
      />
    </>
  )
}

const pauseMs = 300
const fewestDigits = 7

/** Returns customers with the typed e-mail address, phone number or external ID, a moment after the last key. */
export function useDuplicates<O>(shop: string, control: Control<CustomerValues, unknown, O>) {
  const [email, phone, externalId] = useWatch({ control, name: ['email', 'phone', 'external_id'] })
  const typed = JSON.stringify(duplicateQueryOf({ email, phone, external_id: externalId }))
  const query = JSON.parse(useSettled(typed, pauseMs)) as DuplicateQuery
  const isAsked = Object.keys(query).length > 0
  const { data } = useQuery({ ...duplicateOptions(shop, query), enabled: isAsked })
  const none: readonly CustomerDuplicate[] = []
  return isAsked ? (data?.items ?? none) : none
}

/** Keeps only values that are complete enough to search for. */
export function duplicateQueryOf({
  email = '',
  phone = '',
  external_id: externalId = '',
}: DuplicateQuery): DuplicateQuery {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? { email: email.trim().slice(0, 254) } : {}),
    ...(phone.replace(/\D/g, '').length >= fewestDigits ? { phone: phone.trim().slice(0, 100) } : {}),
    ...(externalId.trim() ? { external_id: externalId.trim().slice(0, 255) } : {}),
  }
}

/** Says why another customer may be a duplicate: "same e-mail, same phone". */
export function DuplicateReasons({ reasons }: Pick<CustomerDuplicate, 'reasons'>) {
  const t = useTranslations('customers.reasons')
  return reasons.map((reason) => t(reason)).join(', ')
}
