'use client'
import { type ReactNode, useState } from 'react'
import { cx } from '../cx'
import { isOpenAtFirst, jsonNode, type JsonNode, keyText, pageOfEntries, wholeText } from './json-model'
import type { Json, JsonLeaf } from './json-text'

/** The position of a value: its keys and ancestors, outermost first. */
export interface JsonPlace {
  path: readonly (string | number)[]
  parents: readonly Json[]
}

interface JsonTreeProps {
  value: Json
  /** The accessible name of the tree. */
  label: string
  /** Labels of "Show 100 more" and, for a long string, "Show all". */
  moreLabel: (left: number) => string
  wholeLabel: string
  /** A note after a value, such as the formatted amount after minor units. */
  annotate: (place: JsonPlace, value: Json) => string | undefined
  /** Controls at the end of a value's line, visible while the line is hovered or focused. */
  actions: (place: JsonPlace, value: Json) => ReactNode
}

type Shared = Pick<JsonTreeProps, 'moreLabel' | 'wholeLabel' | 'annotate' | 'actions'>

const root: JsonPlace = { path: [], parents: [] }

/**
 * Any JSON as a tree of nested lists. Renders only what is open, so a hostile payload costs no more than what a person
 * looks at.
 */
export function JsonTree({ value, label, ...shared }: JsonTreeProps) {
  const node = jsonNode(value)
  return (
    <div
      dir="ltr"
      role="group"
      aria-label={label}
      className="overflow-x-auto rounded-md border bg-sunken px-3.5 py-3 font-mono text-xs/6"
    >
      {/* The outermost object has no line of its own. */}
      {node.kind === 'branch' && node.size > 0 ? (
        <Children value={value} node={node} place={root} depth={0} shared={shared} />
      ) : (
        <ul>
          <Entry name={null} value={value} place={root} depth={0} shared={shared} />
        </ul>
      )}
    </div>
  )
}

interface BranchProps {
  value: Json
  place: JsonPlace
  /** Depth of the value itself; 0 is the outermost. */
  depth: number
  shared: Shared
}

function Children({ value, node, place, depth, shared }: BranchProps & { node: JsonNode }) {
  const [limit, setLimit] = useState(pageOfEntries)
  if (node.kind !== 'branch') return null
  const parents = [...place.parents, value]
  return (
    <ul className={depth === 0 ? undefined : 'ps-[14px]'}>
      {node.entries(limit).map(([key, entry], at) => (
        <Entry
          // A key may occur twice.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          name={key}
          value={entry}
          place={{ path: [...place.path, key], parents }}
          depth={depth + 1}
          shared={shared}
        />
      ))}
      {node.size > limit && (
        <li>
          <button
            type="button"
            className="py-0.5 ps-3.5 text-accent underline"
            onClick={() => setLimit(limit + pageOfEntries)}
          >
            {shared.moreLabel(node.size - limit)}
          </button>
        </li>
      )}
    </ul>
  )
}

const lineClass = 'group/line flex min-h-6 items-start'

function Entry({ name, value, place, depth, shared }: BranchProps & { name: string | number | null }) {
  const node = jsonNode(value)
  const [isOpen, setIsOpen] = useState(() => isOpenAtFirst(node, depth))
  const key = name !== null && <span className="me-2 text-info">{keyText(name)}</span>
  if (node.kind === 'leaf' || node.size === 0) {
    return (
      <li className={lineClass}>
        <span className="min-w-0 ps-3.5">
          {key}
          {node.kind === 'leaf' ? (
            <Leaf node={node} value={value as JsonLeaf} wholeLabel={shared.wholeLabel} />
          ) : (
            <span className="text-faint">{sizeText(node)}</span>
          )}
          <Note text={shared.annotate(place, value)} />
        </span>
        <Actions>{shared.actions(place, value)}</Actions>
      </li>
    )
  }
  return (
    <li>
      <div className={lineClass}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-6 items-center rounded-xs pe-1 text-start hover:bg-border/60"
        >
          <Triangle isOpen={isOpen} />
          {key}
          {!isOpen && <span className="text-faint">{sizeText(node)}</span>}
        </button>
        <Actions>{shared.actions(place, value)}</Actions>
      </div>
      {isOpen && <Children value={value} node={node} place={place} depth={depth} shared={shared} />}
    </li>
  )
}

const sizeText = ({ type, size }: JsonNode & { kind: 'branch' }) =>
  type === 'array' ? `[${size}]` : `{${size}}`

const colours = { string: 'text-accent', number: 'text-warn', boolean: 'text-warn', null: 'text-faint' }

interface LeafProps {
  node: JsonNode & { kind: 'leaf' }
  value: JsonLeaf
  wholeLabel: string
}

function Leaf({ node, value, wholeLabel }: LeafProps) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <span className={cx('break-all', colours[node.type])}>
      <bdi>{isWhole ? wholeText(value) : node.text}</bdi>
      {node.isCut && !isWhole && (
        <button type="button" className="ms-1 text-accent underline" onClick={() => setIsWhole(true)}>
          {wholeLabel}
        </button>
      )}
    </span>
  )
}

function Note({ text }: { text?: string }) {
  return text ? <span className="ms-2 text-faint">{text}</span> : null
}

/** Always visible on devices that cannot hover. */
function Actions({ children }: { children: ReactNode }) {
  return (
    children && (
      <span className="ms-1 shrink-0 opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
        {children}
      </span>
    )
  )
}

function Triangle({ isOpen }: { isOpen: boolean }) {
  return (
    <svg aria-hidden width="14" height="8" viewBox="0 0 14 8" className="shrink-0 fill-current">
      <path d={isOpen ? 'M1 1.5h7L4.5 7Z' : 'M2 0.5v7L7.5 4Z'} />
    </svg>
  )
}
