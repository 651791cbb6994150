'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Languages, RotateCw, Rows3, UserCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { useTargetName } from '@/components/import/target-name'
import { Switch } from '@/components/ui/fields/switch'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { Disclosure } from '@/components/ui/disclosure'
import { Select } from '@/components/ui/fields/select'
import {
  type ImportColumns,
  type ImportMapping as MappingChange,
  importOrder,
  type ImportOrder,
} from '@/lib/jobs/import'
import { importTargets, subjectOf, type JobSubject } from '@/lib/jobs/import-targets'
import type { JobDetail } from '@/lib/jobs/schema'
import { mapImport } from '@/lib/jobs/client'
import { jobKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useFailureText } from '@/components/dialogs/failure'
import { Notice } from './job-notices'

interface ImportMappingProps {
  shop: string
  job: JobDetail
  /** Called when columns are chosen that the rows are not checked with, and when they no longer are. */
  onUnchecked: (hasSome: boolean) => void
  /** Called once the server has accepted the columns. */
  onDone: () => void
}

/** Maps the columns of the file to fields, for an import that has not started. */
export function ImportMapping({ shop, job, onUnchecked, onDone }: ImportMappingProps) {
  const t = useTranslations('imports')
  const { data: file } = importOrder.safeParse(job.order)
  if (!file) return null
  // The key resets the choices when the mapping changes at the server.
  return (
    <>
      {file.skipped_rows !== undefined && (
        <Notice icon={Rows3}>
          {t('skippedRows', { row: file.skipped_rows + 1, count: file.skipped_rows })}
        </Notice>
      )}
      {file.example !== undefined && (
        <Notice icon={Languages} tone="warn">
          {t('guessed', { example: file.example })}
        </Notice>
      )}
      {subjectOf(job) === 'customers' && <ExistingCustomers shop={shop} job={job} file={file} />}
      <Mapping
        key={file.columns.join()}
        shop={shop}
        id={job.id}
        of={subjectOf(job)}
        file={file}
        onUnchecked={onUnchecked}
        onDone={onDone}
      />
    </>
  )
}

/** Whether the column belongs to our own export but cannot be imported. */
const isReadOnly = (of: JobSubject, name = ''): boolean =>
  importTargets[`${of}.import`].readOnly.includes(name)

interface MappingProps extends Pick<ImportMappingProps, 'shop' | 'onUnchecked' | 'onDone'> {
  id: string
  of: JobSubject
  file: ImportOrder
}

function Mapping({ shop, id, of, file, onUnchecked, onDone }: MappingProps) {
  const t = useTranslations('imports')
  const [columns, setColumns] = useState<ImportColumns>(file.columns)
  const notRead = columns.filter((column, at) => column === null && !isReadOnly(of, file.header[at])).length
  const isChanged = columns.join() !== file.columns.join()
  useEffect(() => {
    onUnchecked(isChanged)
    return () => onUnchecked(false)
  }, [isChanged, onUnchecked])
  const check = useMapping(shop, id, onDone)
  const failureText = useFailureText()
  // A target can have one column only, so choosing it clears the other column.
  const choose = (at: number, target: string | null) =>
    setColumns(columns.map((held, index) => (index === at ? target : held === target ? null : held)))
  return (
    <Card className="mb-3">
      <UnsavedGuard isDirty={isChanged} />
      <Disclosure
        title={t('mapping')}
        sub={t('mappingText')}
        defaultExpanded={notRead > 0}
        badge={<Badge tone={notRead > 0 ? 'warn' : 'ok'}>{t('notRead', { count: notRead })}</Badge>}
      >
        <div aria-hidden className={cx(columnLayout, 'mb-2 text-xs font-medium text-muted max-md:hidden')}>
          <span>{t('column')}</span>
          <span>{t('sample')}</span>
          <span>{t('readAs')}</span>
        </div>
        <ul className="grid gap-3 md:gap-2">
          {file.header.map((name, at) => (
            <ColumnChoice
              key={at}
              name={name.trim() || t('unnamed', { number: at + 1 })}
              of={of}
              isReadOnly={isReadOnly(of, name)}
              sample={file.sample.map((cells) => cells[at] ?? '').filter(Boolean)}
              target={columns[at] ?? null}
              onChange={(target) => choose(at, target)}
            />
          ))}
        </ul>
        {of !== 'checkouts' && !columns.includes('id') && (
          <p className="mt-3 text-md text-muted">{t(`${of}.noId`)}</p>
        )}
        {isChanged && (
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              variant="primary"
              icon={<RotateCw aria-hidden size={15} />}
              isPending={check.isPending}
              onPress={() => check.mutate({ columns })}
            >
              {t('again')}
            </Button>
            <p role="status" className="text-md text-warn">
              {t('unsaved')}
            </p>
          </div>
        )}
        {check.error && (
          <p role="alert" className="mt-3 text-md text-danger">
            {`${t('mappingFailed')}. ${failureText(check.error)}`}
          </p>
        )}
      </Disclosure>
    </Card>
  )
}

/** Changes the columns, or whether existing customers are imported. The rows are checked again then. */
function useMapping(shop: string, id: string, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: MappingChange) => mapImport(shop, id, change),
    onSuccess: (job) => {
      storeAnswer(client, jobKeys.detail(shop, id), job)
      onDone?.()
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.job(shop, id) }),
  })
}

const skip = 'skip'
const columnLayout = 'grid items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_240px]'

interface ColumnChoiceProps {
  name: string
  of: JobSubject
  isReadOnly: boolean
  sample: readonly string[]
  target: string | null
  onChange: (target: string | null) => void
}

function ColumnChoice({ name, of, isReadOnly: isOurs, sample, target, onChange }: ColumnChoiceProps) {
  const t = useTranslations('imports')
  const targetName = useTargetName(of)
  const items = [
    { id: skip, label: t(isOurs ? 'readOnly' : 'skip') },
    ...importTargets[`${of}.import`].targets.map((id) => ({ id, label: targetName(id) })),
  ]
  return (
    <li className={columnLayout}>
      <bdi className="truncate font-medium">{name}</bdi>
      <bdi className="truncate font-mono text-xs text-muted">{sample.join(' · ')}</bdi>
      <Select
        label={<span className="sr-only">{t('readAsOf', { column: name })}</span>}
        items={items}
        value={target ?? skip}
        onChange={(id) => onChange(id === skip ? null : id)}
        className="-mt-[5px]"
      />
    </li>
  )
}

interface ExistingCustomersProps {
  shop: string
  job: Pick<JobDetail, 'id' | 'state'>
  file: ImportOrder
}

/**
 * Says how many rows of an import match an existing customer or another row, and whether to import those too.
 */
function ExistingCustomers({ shop, job, file }: ExistingCustomersProps) {
  const t = useTranslations('imports.existing')
  const { columns, twins: duplicates, with_existing: isExistingIncluded } = file
  const choice = useMapping(shop, job.id)
  const failureText = useFailureText()
  const count = duplicates ? duplicates.existing + duplicates.in_file : 0
  // The count is unknown while the rows are checked again. The switch stays in place meanwhile.
  if (count === 0 && !(isExistingIncluded && job.state === 'planning')) return null
  return (
    <Notice icon={UserCheck} tone={isExistingIncluded ? 'warn' : 'plain'}>
      {duplicates && t(isExistingIncluded ? 'textMade' : 'text', { count, inFile: duplicates.in_file })}
      <Switch
        className="mt-2"
        isSelected={choice.isPending ? choice.variables.with_existing : isExistingIncluded}
        isDisabled={choice.isPending || job.state === 'planning'}
        onChange={(isSelected) => choice.mutate({ columns, with_existing: isSelected })}
      >
        {t('make', { count })}
      </Switch>
      {choice.error && (
        <span role="alert" className="mt-2 block text-danger">
          {`${t('failed')}. ${failureText(choice.error)}`}
        </span>
      )}
    </Notice>
  )
}
