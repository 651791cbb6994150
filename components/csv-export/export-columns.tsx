'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { CheckboxGroup } from '@/components/ui/checkbox-group'

export interface ExportColumnsProps<Column extends string> {
  /** In the order they have in the file. */
  all: readonly Column[]
  /** What is chosen until somebody chooses, and again by the button named so. */
  usual: readonly Column[]
  usualLabel: string
  nameOf: (column: Column) => string
  columns: readonly Column[]
  onChange: (columns: readonly Column[]) => void
}

/** Which columns a file has. */
export function ExportColumns<Column extends string>(props: ExportColumnsProps<Column>) {
  const { all, usual, usualLabel, nameOf, columns, onChange } = props
  const t = useTranslations('exports')
  return (
    <div className="relative">
      <CheckboxGroup
        label={t('columns')}
        layout="grid gap-x-4 gap-y-1 grid-cols-2 sm:grid-cols-3"
        value={[...columns]}
        onChange={(chosen) => onChange(all.filter((column) => chosen.includes(column)))}
        error={columns.length === 0 ? t('noColumns') : undefined}
      >
        {all.map((column) => (
          <Checkbox key={column} value={column}>
            {nameOf(column)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="absolute -top-1 right-0 flex gap-1">
        <Button size="sm" variant="ghost" onPress={() => onChange(usual)}>
          {usualLabel}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange(all)}>
          {t('all')}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange([])}>
          {t('none')}
        </Button>
      </div>
    </div>
  )
}
