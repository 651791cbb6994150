'use client'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import {
  itemClass,
  listClass,
  focusAtOnce,
  Popover,
  useOpenedAtFirst,
} from '@/components/ui/overlays/popover'
import { typedLetter } from './picker'
import { visibleName } from '@/components/ui/text/visible-text'
import { useSettled } from '@/components/ui/press/use-settled'

export interface Findable {
  id: string
  title: string
  note: string
}

interface FindListProps {
  label: string
  /** The list's accessible name, where the button's text says something else. */
  listLabel: string
  text: string
  onTextChange: (text: string) => void
  items: readonly Findable[]
  nothing: string
  onPick: (id: string) => void
  className: string
  children: ReactNode
}

interface Answer<Row> {
  data: { items: readonly Row[] } | undefined
  isPlaceholderData: boolean
}

const mostFound = 8

/**
 * The typed search text, which begins with `firstText`, and the list's query for it. `foundIn` gives the
 * rows of an answer to it: undefined until that arrives.
 */
export function useFinding(firstText: string) {
  const [text, setText] = useState(firstText)
  const q = useSettled(text.trim(), 150)
  return {
    typed: { text, onTextChange: setText },
    query: { ...(q && { q }), limit: mostFound },
    // Results of an earlier query are not offered, as Enter would pick one of them.
    foundIn: <Row,>({ data, isPlaceholderData }: Answer<Row>): readonly Row[] | undefined =>
      q === text.trim() && !isPlaceholderData ? data?.items : undefined,
  }
}

/** A list with a search field, open from the start. The parent does the searching. */
export function FindList(props: FindListProps) {
  const { label, listLabel, text, onTextChange, items, nothing, onPick, className, children } = props
  const open = useOpenedAtFirst()
  function pick(id: string) {
    open.onOpenChange(false)
    onPick(id)
  }
  /**
   * Enter picks the marked item, or else the first match: the mark lags behind typing, and may belong to an outdated
   * list.
   */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof Element)) return
    event.preventDefault()
    event.stopPropagation()
    const marked = document.getElementById(event.target.getAttribute('aria-activedescendant') ?? '')
    const taken = items.find(({ id }) => id === marked?.dataset.key) ?? (text.trim() ? items[0] : undefined)
    if (taken) pick(taken.id)
  }
  return (
    <DialogTrigger {...open}>
      <Button
        ref={focusAtOnce}
        className={className}
        onKeyDown={(event) => {
          const letter = typedLetter(event)
          if (letter === null) return
          event.preventDefault()
          onTextChange(text + letter)
          open.onOpenChange(true)
        }}
      >
        {children}
      </Button>
      <Popover placement="bottom start" className="w-(--trigger-width) min-w-72">
        <Dialog aria-label={label} className="outline-none">
          <Autocomplete inputValue={text} onInputChange={onTextChange}>
            <div role="presentation" onKeyDownCapture={onKeyDown}>
              <SearchField aria-label={label} autoFocus className="flex items-center gap-2 border-b px-2.5">
                <Search aria-hidden size={14} className="shrink-0 text-muted" />
                <Input
                  placeholder={label}
                  className="h-9 w-full min-w-0 bg-transparent outline-none max-md:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
                />
              </SearchField>
            </div>
            <ListBox
              aria-label={listLabel}
              items={items}
              className={listClass}
              onAction={(key) => pick(String(key))}
              renderEmptyState={() => <p className="px-2 py-1.5 text-muted">{nothing}</p>}
            >
              {({ id, title, note }) => (
                <ListBoxItem id={id} textValue={title} className={itemClass}>
                  <span className="min-w-0">
                    <span dir="auto" className="block truncate">
                      {visibleName(title)}
                    </span>
                    <span dir="auto" className="block truncate text-xs text-muted">
                      {visibleName(note)}
                    </span>
                  </span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
