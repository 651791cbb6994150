import { cx } from './cx'

interface ChoiceProps<Id extends string> {
  label: string
  items: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  isDisabled?: boolean
}

/** A segmented control: a few alternatives side by side, one of them chosen. */
export function Choice<Id extends string>({ label, items, value, onChange, isDisabled }: ChoiceProps<Id>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-sm border bg-sunken p-0.5">
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-pressed={item.id === value}
          disabled={isDisabled}
          onClick={() => onChange(item.id)}
          className={cx(
            'min-h-6 min-w-6 rounded-xs px-2 text-sm',
            item.id === value ? 'bg-surface font-medium shadow-card' : 'text-muted enabled:hover:text-text',
          )}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
