'use client'
import { Search } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { SelectStateContext } from 'react-aria-components/Select'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { itemClass, longListClass } from '../overlays/popover'
import { type ChoiceProps, OpenedChoice } from './opened-choice'
import { OptionContent, type Option } from './choice-shell'

interface ComboBoxOption<Id extends string = string> extends Option<Id> {
  /** Extra text after the label, also searched: "Kuwaiti Dinar" after "KWD". */
  detail?: string
}

export interface ComboBoxProps<Id extends string> extends ChoiceProps<Id, ComboBoxOption<Id>> {
  /** Name and placeholder of the search inside the list. */
  searchLabel: string
  /** Shown when nothing matches. */
  emptyText: string
  /** For use inside another field's box: no label and no border. Then pass `aria-label`. */
  isBare?: boolean
  'aria-label'?: string
}

/**
 * Replaces <ComboBox> when it is opened: a button and a list with a search. Not React Aria's ComboBox, which hides the
 * page from screen readers while its controls stay reachable by Tab. Only the visible options are in the document.
 */
export function ComboBoxList<Id extends string>({ searchLabel, emptyText, ...props }: ComboBoxProps<Id>) {
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <OpenedChoice
      {...props}
      renderChosen={(item) => item.label}
      valueClass=""
      popoverClass="w-(--trigger-width) min-w-64"
    >
      <CloseOnChoice>
        <Autocomplete filter={contains}>
          <SearchField aria-label={searchLabel} autoFocus className="flex items-center gap-2 border-b px-2.5">
            <Search aria-hidden size={14} className="shrink-0 text-muted" />
            <Input
              // The field controls the list under it, which is open as long as the field is.
              // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- React Aria adds aria-controls
              role="combobox"
              aria-expanded
              aria-haspopup="listbox"
              placeholder={searchLabel}
              className="h-9 w-full min-w-0 bg-transparent outline-none max-md:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: 32, padding: 4 }}>
            <ListBox
              items={props.items}
              className={longListClass}
              renderEmptyState={() => <p className="px-3 py-2 text-muted">{emptyText}</p>}
            >
              {(item) => (
                <ListBoxItem
                  id={item.id}
                  textValue={[item.label, item.note, item.detail].filter(Boolean).join(' ')}
                  isDisabled={item.isDisabled}
                  className={itemClass}
                >
                  <OptionContent item={item} detail={item.detail} />
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
        </Autocomplete>
      </CloseOnChoice>
    </OpenedChoice>
  )
}

/** Choosing the selected option changes nothing, so React Aria leaves the list open. This closes it. */
function CloseOnChoice({ children }: { children: ReactNode }) {
  const state = useContext(SelectStateContext)
  return (
    <div
      role="presentation"
      onKeyUp={(event) => event.key === 'Enter' && state?.close()}
      onClick={(event) =>
        event.target instanceof Element && event.target.closest('[role=option]') && state?.close()
      }
    >
      {children}
    </div>
  )
}
