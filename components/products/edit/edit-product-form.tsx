'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { focusField, isTyping } from '@/components/form/focus-field'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { submitForm, ZodForm } from '@/components/form/zod-form'
import { useRefusal } from '@/components/form/submitting/use-submit-failure'
import { GatewayNotice } from '@/components/mirror/gateway-notice'
import { PageHeader } from '@/components/frame/page-header'
import { LinkButton } from '@/components/ui/link'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import type { ProductUnit } from '@/lib/products/fields'
import type { ProductDetail } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { ApiError } from '@/lib/core/api/http'
import { productDetailOptions } from '@/lib/products/client'
import { changeOf, expectOf, merge, type Merge } from './change'
import { FormLayout } from './product-sketch'
import { untilAnswered, useNameQuestion } from './name-question'
import { usePriceQuestion } from './price-question'
import { ProductFields } from './product-fields'
import { useEditForm, type OutsideChanges } from './use-edit-form'
import { useSaving } from './use-saving'
import { type ProductValues, unknownFields, valuesOf } from './values'
import { useUnitText } from './unit-text'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadDialog = lazyWithMessages(() => import('./conflict-dialog'))
const ConflictDialog = dynamic(loadDialog)

const repairedFields = { extend: 'expired_at', restock: 'quantity' }

interface EditProductFormProps {
  shop: string
  id: string
  isLive: boolean
  shopName: string
  /** The repair for which the person opened the form. Its field gets focus. */
  repair: 'extend' | 'restock' | null
}

export function EditProductForm(props: EditProductFormProps) {
  const t = useTranslations('products')
  const query = useQuery(productDetailOptions(props.shop, props.id))
  if (query.data) return <Form {...props} product={query.data} />
  return query.isError ? <QueryError isPage query={query} title={t('failedTitle')} /> : null
}

/** Sends only the changes. Conflicting changes are shown and resolved before anything is overwritten. */
function Form({ product, ...props }: EditProductFormProps & { product: ProductDetail }) {
  const { shop, id, isLive, shopName, repair } = props
  const t = useTranslations('products')
  const { form, base, meanwhile, rebase, adopt, showSaved } = useEditForm(product)
  const [conflict, setConflict] = useState<(Merge & { yours: ProductValues; opened: ProductValues }) | null>(
    null,
  )
  const { save, store, finish, latest } = useSaving(shop, id)
  const refuse = useRefusal({
    unsent: 'notSaved',
    notDoneText: t('edit.nothingChanged'),
    maybeDoneText: t('edit.perhapsChanged'),
  })

  const questions = useQuestions(shop, product, form)

  async function submit(change: ProductUpdate, yours: ProductValues) {
    if (!(await questions.areAnswered(change, yours))) return
    void loadDialog() // In case of a conflict.
    const opened = base.current ?? yours
    if (Object.keys(change).length === 0) {
      form.reset(yours) // Ends the unsaved state: an amount may be typed in another way and be equal.
      return finish(null, t('edit.unchanged'), 'info')
    }
    try {
      const saved = await save(change, expectOf(opened, yours))
      const text = t('edit.saved', { name: shortName(saved.name ?? id) })
      if (!showSaved(yours, valuesOf(saved))) return finish(saved, text)
      store(saved)
      toast(`${text} ${t('edit.typedSince')}`, 'info')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return refuse(form, error)
      const merged = merge(opened, yours, valuesOf(await latest(error, product)))
      if (merged.conflicts.length > 0) return setConflict({ ...merged, yours, opened })
      adopt(merged)
      form.setError('root.server', { type: 'server', message: t('edit.changedMeanwhile') })
    }
  }

  function resolve(givenUp: ProductUnit[]) {
    if (!conflict) return
    setConflict(null)
    const { theirs } = conflict
    const values = rebase(theirs, theirs, givenUp)
    if (Object.keys(changeOf(theirs, values)).length > 0) return submitForm(form)
    form.reset(theirs)
    finish(null, t('edit.nothingLeft'))
  }

  useRepairedField(repair)
  const submitLabel = isLive ? t('edit.saveIn', { shop: shopName }) : t('edit.save')
  return (
    <>
      <ZodForm
        form={form}
        onSubmit={submit}
        header={<EditHeader shop={shop} product={product} />}
        submit={<SubmitButton>{submitLabel}</SubmitButton>}
      >
        <GatewayNotice shop={shop} syncedAt={product.synced_at} />
        <MeanwhileNotice {...meanwhile} />
        <FormLayout control={form.control}>
          <ProductFields
            control={form.control}
            unknown={unknownFields(product)}
            hasReturnUrl={product.return_url !== null}
            autoFocus={!repair}
          />
        </FormLayout>
      </ZodForm>
      {questions.dialogs}
      {conflict && (
        <ConflictDialog
          {...conflict}
          units={conflict.conflicts}
          saveLabel={submitLabel}
          onKeepEditing={() => setConflict(null)}
          onResolve={resolve}
        />
      )}
    </>
  )
}

function useRepairedField(repair: EditProductFormProps['repair']): void {
  useEffect(() => {
    if (repair && !isTyping()) focusField(document.querySelector('form'), repairedFields[repair])
  }, [repair])
}

/** Asks for confirmations before saving, one after the other. */
function useQuestions(shop: string, product: ProductDetail, form: ReturnType<typeof useEditForm>['form']) {
  const t = useTranslations('products.edit')
  const onConfirm = () => submitForm(form)
  const name = useNameQuestion({ shop, id: product.id, onConfirm })
  const price = usePriceQuestion(product, onConfirm)
  const goesOn = untilAnswered(form, t('changedWhileAsked'))
  const areAnswered = (change: ProductUpdate, sent: ProductValues): Promise<boolean> =>
    goesOn(
      sent,
      async () => (change.name !== undefined && (await name.asks(change.name))) || price.asks(change),
    )
  const dialogs = (
    <>
      {name.dialog}
      {price.dialog}
    </>
  )
  return { areAnswered, dialogs }
}

interface EditHeaderProps {
  shop: string
  product: ProductDetail
}

function EditHeader({ shop, product: { id, name } }: EditHeaderProps) {
  const t = useTranslations('products')
  const page = `/shops/${shop}/products/${id}` as Route
  return (
    <PageHeader
      title={t('edit.title')}
      crumbs={[
        { label: t('title'), href: `/shops/${shop}/products` as Route },
        { label: name ?? id, href: page },
        { label: t('edit.crumb') },
      ]}
      crumbsLabel={t('crumbs')}
      actions={<LinkButton href={page}>{t('edit.cancel')}</LinkButton>}
    />
  )
}

/** Lists what changed at the gateway while the form was open: the values adopted and those in conflict. */
function MeanwhileNotice({ adopted, contested }: OutsideChanges) {
  const t = useTranslations('products')
  const text = useUnitText()
  return (
    <div role="status">
      {(adopted.length > 0 || contested.length > 0) && (
        <div className="mb-3 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {adopted.map(({ unit, before, after }) => (
            <p key={`${unit} ${text(unit, after)}`} className="wrap-anywhere">
              {t('edit.adopted', {
                field: t(`label.${unit}`),
                from: text(unit, before),
                to: text(unit, after),
              })}
            </p>
          ))}
          {contested.length > 0 && (
            <p>{t('edit.contested', { fields: contested.map((unit) => t(`label.${unit}`)).join(', ') })}</p>
          )}
        </div>
      )}
    </div>
  )
}
