import { Check } from 'lucide-react'

export interface Option<Id extends string = string> {
  id: Id
  label: string
  /** The gateway's value, in the monospaced font. */
  note?: string
  isDisabled?: boolean
}

/** An option in a list. The tick shows when the surrounding item is selected. */
export function OptionContent({ item, detail }: { item: Option; detail?: string }) {
  return (
    <>
      <span dir="auto" className="truncate">
        {item.label}
      </span>
      {detail && <span className="truncate font-normal text-muted">{detail}</span>}
      {item.note && <span className="font-mono text-xs font-normal text-muted">{item.note}</span>}
      <Check aria-hidden size={14} className="ms-auto hidden shrink-0 in-data-selected:block" />
    </>
  )
}

export function ChosenOption({ item }: { item: Option }) {
  return (
    <>
      <span className="truncate">{item.label}</span>
      {item.note && <span className="font-mono text-xs text-muted">{item.note}</span>}
    </>
  )
}
