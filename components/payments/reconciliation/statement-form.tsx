'use client'
import { Scale } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { firstHalfTyped } from '@/components/ui/fields/half-typed'
import { TextField } from '@/components/ui/fields/text-field'
import type { StatementMapping, StatementPreview } from '@/lib/payments/reconciliation/reconciliation'
import { withColumns } from '@/lib/payments/reconciliation/statement-guess'
import { ColumnChoices, ReadingFields } from './reading-fields'
import { Select } from '@/components/ui/fields/select'
import { type StatementTarget, statementTypes } from '@/lib/payments/reconciliation/statement'

export interface Chosen {
  mapping: StatementMapping
  from?: string
  to?: string
}

interface Days {
  from: string
  to: string
}

type Reading = Pick<StatementPreview, 'mapping' | 'undecided'>

interface StatementFormProps {
  preview: StatementPreview
  /** How much of the file is sent, from 0 to 1; null without an upload. */
  sent: number | null
  onStart: (chosen: Chosen) => void
}

/** How a statement is read, and the days that it covers. */
export function StatementForm({ preview, sent, onStart }: StatementFormProps) {
  const t = useTranslations('reconciliation')
  const imports = useTranslations('imports')
  const [reading, setReading] = useState<Reading>(preview)
  const { mapping, undecided } = reading
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const [halfTyped, setHalfTyped] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const change = (part: Partial<Omit<StatementMapping, 'columns'>>) =>
    setReading({
      mapping: { ...mapping, ...part },
      undecided: undecided.filter((name) => !(name in part)),
    })
  const { columns } = mapping
  const lack = whatIsMissing({ mapping, undecided }, days)
  const error = hasTried ? lack : null
  function compare() {
    const lacking = firstHalfTyped(root.current)
    setHalfTyped(lacking?.name)
    if (lacking) return lacking.focus()
    if (lack === null) return onStart({ mapping, ...(days.from === '' ? {} : days) })
    setHasTried(true)
    root.current?.querySelector<HTMLElement>(`[data-lack=${lack}] :is(input, button)`)?.focus()
  }
  return (
    <div ref={root}>
      <UnsavedGuard
        isDirty={sent !== null || reading !== preview || days.from !== '' || days.to !== ''}
        isHalfFilled={() => firstHalfTyped(root.current) !== undefined}
        isUploading={sent !== null}
      />
      <Section title={t('mapping')} sub={t(preview.remembered ? 'remembered' : 'guessed')}>
        <FileNotices preview={preview} />
        <ColumnChoices
          preview={preview}
          columns={columns}
          onChange={(next) => setReading(withColumns({ mapping, undecided }, next, preview))}
        />
        {has(columns, 'amount') && !has(columns, 'uid', 'tracking_id') && (
          <p className="mt-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('noReferenceColumn')}</p>
        )}
        <ReadingFields
          mapping={mapping}
          undecided={undecided}
          currencyError={error === 'needsCurrency' ? t(error) : undefined}
          onChange={change}
        />
        {columns.includes('type') && <TypeFields types={mapping.types} onChange={change} />}
      </Section>
      <Section title={t('days')}>
        <DayFields days={days} halfTyped={halfTyped} lack={lack} error={error} onChange={setDays} />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            icon={<Scale aria-hidden size={15} />}
            isPending={sent !== null}
            onPress={compare}
          >
            {t('compare')}
          </Button>
          <p role="status" className="text-md text-muted tabular-nums">
            {sent !== null &&
              (sent < 1 ? t('sending', { percent: Math.floor(sent * 100) }) : imports('reading'))}
            {sent === null && !hasTried && lack !== null && t(lack)}
          </p>
          {error !== null && (
            <p role="alert" className="text-md text-danger">
              {t(error)}
            </p>
          )}
        </div>
      </Section>
    </div>
  )
}

function FileNotices({ preview }: Pick<StatementFormProps, 'preview'>) {
  const t = useTranslations('reconciliation')
  const imports = useTranslations('imports')
  const { skipped_rows: count, example } = preview
  return (
    <>
      {count !== undefined && (
        <p className="mb-3 text-md text-muted">{imports('skippedRows', { row: count + 1, count })}</p>
      )}
      {example !== undefined && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
          {t('encodingGuess', { example })}
        </p>
      )}
    </>
  )
}

interface DayFieldsProps {
  days: Days
  /** The name of the day that lacks a part. */
  halfTyped: string | undefined
  lack: Lack | null
  /** What is missing, once a person has tried to compare. */
  error: Lack | null
  onChange: (days: Days) => void
}

function DayFields({ days, halfTyped, lack, error, onChange }: DayFieldsProps) {
  const t = useTranslations('reconciliation')
  const words = useTranslations('form')
  const lackOf = (end: keyof Days): Lack | null =>
    (lack === 'needsBothDays' && days[end] === '') || (lack === 'wrongDays' && end === 'to') ? lack : null
  const errorOf = (end: keyof Days) => {
    if (halfTyped === end && days[end] === '') return words('incompleteDay')
    const what = lackOf(end)
    return what !== null && (what === error || what === 'wrongDays') ? t(what) : undefined
  }
  return (
    <>
      <p className="mb-3 text-md text-muted">{t('daysHint')}</p>
      <div className="flex flex-wrap gap-3">
        {(['from', 'to'] as const).map((end) => (
          <div key={end} data-lack={lackOf(end)}>
            <TextField
              type="date"
              name={end}
              label={t(end)}
              value={days[end]}
              onChange={(day) => onChange({ ...days, [end]: day })}
              error={errorOf(end)}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/** Whether one of the columns is read as one of these. */
const has = (columns: StatementMapping['columns'], ...targets: StatementTarget[]): boolean =>
  columns.some((column) => column !== null && targets.includes(column))

type Lack = 'notYet' | 'undecided' | 'needsCurrency' | 'needsBothDays' | 'wrongDays'

/** What the comparison still needs, in the page's order; null: nothing. */
function whatIsMissing({ mapping, undecided }: Reading, { from, to }: Days): Lack | null {
  const { columns, currency, amounts } = mapping
  if (!has(columns, 'amount') || !has(columns, 'uid', 'tracking_id', 'time')) return 'notYet'
  const isOpen =
    (has(columns, 'time') && undecided.includes('dates')) ||
    (amounts === 'major' && undecided.includes('decimal'))
  if (isOpen) return 'undecided'
  if (!has(columns, 'currency') && !/^[A-Z]{3}$/.test(currency ?? '')) return 'needsCurrency'
  if ((from === '') !== (to === '')) return 'needsBothDays'
  return to < from ? 'wrongDays' : null
}

interface TypeFieldsProps {
  types: StatementMapping['types']
  onChange: (change: Pick<StatementMapping, 'types'>) => void
}

/** What the words in the type's column mean. */
function TypeFields({ types, onChange }: TypeFieldsProps) {
  const t = useTranslations('reconciliation')
  return (
    <fieldset className="mt-5">
      <legend className="text-md font-medium">{t('types')}</legend>
      <p className="mb-2 text-sm text-muted">{t('typesHint')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {Object.entries(types).map(([word, type]) => (
          <li key={word}>
            <Select
              label={<bdi>{word}</bdi>}
              items={[
                ...statementTypes.map((id) => ({ id, label: t(`type.${id}`) })),
                { id: 'none' as const, label: t('noPayment') },
              ]}
              value={type ?? 'none'}
              onChange={(id) => onChange({ types: { ...types, [word]: id === 'none' ? null : id } })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
