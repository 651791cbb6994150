'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { useZodForm } from '@/components/form/use-zod-form'
import { orderCopy } from '@/lib/jobs/client'
import { copyMatches, type CopyTarget } from '@/lib/products/copy'
import { DryRunForm } from './dry-run-form'
import type { Ordering } from './order-form'

const copyValues = z.strictObject({
  to: z.string({ error: 'required' }).min(1, 'required'),
  match: z.enum(copyMatches),
})

interface CopyFormProps extends Ordering {
  targets: readonly CopyTarget[]
}

/** Copies the selected products to another shop, where the job is. */
export function CopyForm({ targets, shop, selection, onClose }: CopyFormProps) {
  const t = useTranslations('bulk.copying')
  const modes = useTranslations('frame.shopMode')
  const only = targets.length === 1 ? targets[0] : undefined
  const form = useZodForm(copyValues, { defaultValues: { to: only?.id ?? '', match: 'name' } })
  const to = useWatch({ control: form.control, name: 'to' })
  const isLive = targets.some(({ id, mode }) => id === to && mode === 'live')
  const send = async ({ to: target, match }: z.output<typeof copyValues>, key: string) => ({
    shop: target,
    id: (await orderCopy(target, { from: shop, selection, match }, key)).id,
  })
  return (
    <DryRunForm form={form} send={send} onClose={onClose}>
      <FormSelect
        control={form.control}
        name="to"
        label={t('to')}
        items={targets.map(({ id, name, mode }) => ({ id, label: t('target', { name, mode: modes(mode) }) }))}
      />
      <FormSelect
        control={form.control}
        name="match"
        label={t('match')}
        hint={t('matchHint')}
        items={copyMatches.map((id) => ({ id, label: t(`by.${id}`) }))}
      />
      <ul className="grid list-disc gap-1 ps-4.5 text-md text-muted">
        <li>{t('price')}</li>
        <li>{t('stock')}</li>
        <li>{t('links')}</li>
      </ul>
      {isLive && <p className="text-md text-warn">{t('live')}</p>}
    </DryRunForm>
  )
}
