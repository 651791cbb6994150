'use client'
import { TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LostCreate } from '@/components/form/submitting/lost-create'
import { useRefusal } from '@/components/form/submitting/use-submit-failure'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useCreating, useMadeToast } from '@/components/form/submitting/use-creating'
import { useZodForm } from '@/components/form/use-zod-form'
import { submitTo, ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card } from '@/components/ui/card'
import { customerKeys } from '@/lib/core/client/keys'
import { shortName } from '@/lib/core/format/shortened'
import { createCustomer } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import { type CustomerWarning, customerWarnings } from '@/lib/customers/warnings'
import type { CustomerCreate } from '@/lib/gateway/customers/customer'
import { CustomerFields, type CustomerValues, newValues, prepareNew } from './edit/customer-fields'
import { DuplicateWarning, useDuplicates } from './edit/duplicate-warning'

/** Loads when someone starts typing. */
const loadSchema = () => import('@/lib/gateway/customers/customer').then((module) => module.customerCreate)

interface NewCustomerFormProps {
  shop: string
  /** The name of a live shop, whose gateway keeps new customers for ever. */
  liveShopName: string | null
}

export function NewCustomerForm({ shop, liveShopName }: NewCustomerFormProps) {
  const t = useTranslations('customers')
  const router = useRouter()
  const form = useZodForm(loadSchema, { defaultValues: newValues, prepare: prepareNew })
  const { send, lost, isRepeating } = useCreating(shop, customerKeys, createCustomer)
  const refuse = useRefusal({ notDoneText: t('form.nothingMade') })
  const toastMade = useMadeToast()

  const suspicious = useSuspiciousValues()

  async function submit(body: CustomerCreate, sent: CustomerValues, isRepeatOfLost = false) {
    if (!isRepeatOfLost && suspicious.needsConfirmation(body)) return
    try {
      const customer = await send(body, isRepeatOfLost)
      toastMade(form, { sent, text: t('form.created', { name: shortName(titleOf(customer)) }) })
      markSaved(form)
      router.replace(`/shops/${shop}/customers/${customer.id}` as Route)
    } catch (error) {
      refuse(form, error, { isRepeat: isRepeatOfLost })
    }
  }

  const duplicates = useDuplicates(shop, form.control)
  const submitLabel = liveShopName ? t('form.createIn', { shop: liveShopName }) : t('form.create')
  return (
    <ZodForm
      form={form}
      onSubmit={(body, sent) => submit(body, sent)}
      header={
        <PageHeader
          title={t('new')}
          crumbs={[
            { label: t('title'), href: `/shops/${shop}/customers` as Route },
            { label: t('newCrumb') },
          ]}
          crumbsLabel={t('crumbs')}
        />
      }
      submit={<SubmitButton>{submitLabel}</SubmitButton>}
    >
      {lost && (
        <LostCreate
          listHref={`/shops/${shop}/customers?q=${encodeURIComponent(lost.email)}` as Route}
          isPending={isRepeating}
          onRepeat={() => void submitTo(form, (body, sent) => submit(body, sent, true))}
        />
      )}
      <OddValues warnings={suspicious.warnings} />
      <span role="status" className="sr-only">
        {duplicates.length > 0 ? t('duplicates.exists', { count: duplicates.length }) : ''}
      </span>
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
        <Card>
          <CustomerFields
            control={form.control}
            warning={
              duplicates.length > 0 && (
                <div className="mt-3.5 lg:hidden">
                  <DuplicateWarning shop={shop} duplicates={duplicates} />
                </div>
              )
            }
          />
        </Card>
        <aside aria-label={t('duplicates.label')} className="sticky top-4 max-w-[420px] max-lg:hidden">
          {duplicates.length === 0 ? (
            <p className="text-md text-muted">{t('duplicates.none')}</p>
          ) : (
            <DuplicateWarning shop={shop} duplicates={duplicates} />
          )}
        </aside>
      </div>
    </ZodForm>
  )
}

/** Values that are probably mistakes; pressing Create again accepts them. */
function OddValues({ warnings }: { warnings: readonly CustomerWarning[] }) {
  const t = useTranslations('customers')
  return (
    <div role="alert">
      {warnings.length > 0 && (
        <div className="mb-4 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md">
          <p className="flex items-center gap-2 font-medium text-warn">
            <TriangleAlert aria-hidden size={16} className="shrink-0" />
            {t('warnings.title')}
          </p>
          <ul className="mt-1.5 list-disc ps-5">
            {warnings.map(({ field, key }) => (
              <li key={field}>{`${t(`form.${field}`)}: ${t(`warnings.${key}`)}.`}</li>
            ))}
          </ul>
          <p className="mt-1.5">{t('warnings.again')}</p>
        </div>
      )}
    </div>
  )
}

const none: readonly CustomerWarning[] = []

/** Asks once for confirmation of values that are probably mistakes. */
function useSuspiciousValues() {
  const [asked, setAsked] = useState({ of: '', warnings: none })
  return {
    warnings: asked.warnings,
    /** False when the same values are sent again, or nothing looks wrong. */
    needsConfirmation: (body: CustomerCreate): boolean => {
      const of = JSON.stringify(body)
      if (asked.of === of) return false
      const warnings = customerWarnings(body)
      setAsked({ of, warnings })
      return warnings.length > 0
    },
  }
}
