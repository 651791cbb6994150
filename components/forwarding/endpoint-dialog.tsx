'use client'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormCheckboxGroup, FormTextField } from '@/components/form/fields/fields'
import { FormSection } from '@/components/form/form-section'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm, type ZodForm as Form } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/overlays/drawer'
import {
  defaultFilters,
  type Endpoint,
  endpointForm,
  type EndpointFormValues,
  type EndpointWithSecret,
} from '@/lib/forwarding/schema'
import { testChoices } from '@/lib/forwarding/state'
import { authenticityGrades, notificationKinds } from '@/lib/notifications/schema'
import { changeEndpoint, createEndpoint } from '@/lib/forwarding/client'

interface EndpointDialogProps {
  shop: string
  /** Null for a new endpoint. */
  endpoint: Endpoint | null
  /** Also allows addresses on this machine. */
  isSandbox: boolean
  onClose: () => void
  /** Receives the endpoint when saving made a secret, else null. */
  onSaved: (made: EndpointWithSecret | null) => void
}

const filterFields = ['kinds', 'grades', 'statuses', 'types', 'test'] as const

function valuesOf(endpoint: Endpoint | null): EndpointFormValues {
  const { name = '', url = '', filters = defaultFilters } = endpoint ?? {}
  return {
    name,
    url,
    kinds: filters.kinds,
    grades: filters.grades,
    statuses: filters.statuses.join(', '),
    types: filters.types.join(', '),
    test: filters.test === null ? 'both' : filters.test ? 'test' : 'real',
  }
}

const unset = (({ name: _, url: __, ...rest }) => rest)(valuesOf(null))

/** Creates or edits an endpoint. Loaded on intent. */
export default function EndpointDialog({ shop, endpoint, isSandbox, onClose, onSaved }: EndpointDialogProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  const showFailure = useSubmitFailure()
  const form = useZodForm(endpointForm, { defaultValues: valuesOf(endpoint) })
  const save = async (body: Parameters<typeof createEndpoint>[1]) => {
    if (endpoint === null) return createEndpoint(shop, body)
    await changeEndpoint(shop, endpoint.id, body)
    return null
  }
  return (
    <Drawer
      isOpen
      isDismissable={false}
      title={t(endpoint ? 'editTitle' : 'newTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={(body) => save(body).then(onSaved, (error) => showFailure(form, error))}
      >
        <div className="grid gap-4 px-5 py-4">
          <FormTextField
            control={form.control}
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            autoComplete="off"
            autoFocus
          />
          <FormTextField
            control={form.control}
            name="url"
            label={t('url')}
            hint={t(isSandbox ? 'urlHintSandbox' : 'urlHint')}
            type="url"
            inputMode="url"
            autoComplete="off"
            isMono
          />
        </div>
        <div className="border-t">
          <FormSection
            control={form.control}
            fields={filterFields}
            title={t('filters')}
            emptyBadge={t('filtersUsual')}
            unset={unset}
          >
            <Filters form={form} />
          </FormSection>
        </div>
        <div className="flex justify-end gap-2 border-t px-5 py-3">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t(endpoint ? 'save' : 'make')}</SubmitButton>
        </div>
      </ZodForm>
    </Drawer>
  )
}

function Filters({ form: { control } }: { form: Form<typeof endpointForm> }) {
  const t = useTranslations('forwarding')
  return (
    <div className="grid gap-4">
      <FormCheckboxGroup
        control={control}
        name="kinds"
        label={t('filterKinds')}
        items={notificationKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
      />
      <FormTextField control={control} name="statuses" label={t('filterStatuses')} hint={t('wordsHint')} />
      <FormTextField control={control} name="types" label={t('filterTypes')} hint={t('typesHint')} />
      <FormSelect
        control={control}
        name="test"
        label={t('filterTest')}
        items={testChoices.map((id) => ({ id, label: t(`testChoices.${id}`) }))}
      />
      <FormCheckboxGroup
        control={control}
        name="grades"
        label={t('filterGrades')}
        hint={t('gradesHint')}
        items={authenticityGrades.toReversed().map((id) => ({ id, label: t(`grades.${id}`) }))}
      />
    </div>
  )
}
