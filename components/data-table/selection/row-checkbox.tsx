'use client'
import { Check, Minus } from 'lucide-react'
import { cx } from '../../ui/cx'

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** Some, but not all, of the rows it stands for are selected. */
  isPartly?: boolean
  onChange: (isSelected: boolean, isRange: boolean) => void
  className?: string
}

/** A native checkbox in our style, because a list page has many. Shift selects all rows up to this one. */
export function RowCheckbox({ label, isSelected, isPartly = false, onChange, className }: RowCheckboxProps) {
  const Icon = isSelected ? Check : isPartly ? Minus : null
  return (
    <label data-no-row-click="" className={cx('relative grid size-6 place-items-center', className)}>
      <input
        type="checkbox"
        data-row-check=""
        aria-label={label}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isPartly && !isSelected
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 appearance-none rounded-xs border-[1.5px] border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
      />
      {Icon && (
        <Icon
          aria-hidden
          size={11}
          strokeWidth={3.5}
          className="pointer-events-none absolute text-on-accent"
        />
      )}
    </label>
  )
}
